// A tone when your turn begins, and the browser's voice.

/** @type {AudioContext | null} */
let audio = null;

/** Two soft notes. A browser plays nothing before its user has touched the page. */
export function tone() {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [frequency, after] of [[587.33, 0], [880, 0.14]]) {
    const begin = audio.currentTime + after;
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
