// Tones for what happens in a game, and the browser's voice.

/** @type {AudioContext | null} */
let audio = null;

let free = 0; // when the last tones end, in seconds on the audio's clock

/** @type {Record<string, number[]>} notes in Hz, one after the other */
const tones = { turn: [587.33, 880], move: [330], capture: [330, 220], crown: [523.25, 659.25, 783.99],
  end: [783.99, 659.25, 523.25] };

/**
 * Soft notes. A browser plays nothing before its user has touched the page.
 * @param {string} name turn, move, capture, crown or end
 */
export function tone(name) {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  free = Math.max(free, audio.currentTime);
  for (const frequency of tones[name]) {
    const begin = free;
    free += 0.14;
    const note = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.12, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.45);
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(begin + 0.5);
  }
}

/**
 * Says a text aloud, in place of what is being said.
 * @param {string} text
 */
export function say(text) {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  speechSynthesis.speak(words);
}

/** Ends what is being said. */
export function hush() {
  if ("speechSynthesis" in window) speechSynthesis.cancel();
}
