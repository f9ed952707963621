// Notes whatever the page shows: observers are told of changes before anything of them is drawn.
window.shown = [];
let ahead = 0; // milliseconds
const now = Date.now;
Date.now = () => now() + ahead;
/** Has so many milliseconds have passed, as the page's clock has it. */
window.pass = (milliseconds) => { ahead += milliseconds; };
window.slept = 0; // times
document.addEventListener("freeze", () => { window.slept++; });
const look = () => {
  const board = document.querySelector("#board");
  if (!board || !document.body || document.body.className === "waiting") return;
  const pieces = [...document.querySelectorAll("#board .piece")].map((e) => {
    const letter = e.classList.contains("white") ? "w" : "b";
    return [Number(e.dataset.square), e.classList.contains("king") ? letter.toUpperCase() : letter];
  }).sort(([a], [b]) => a - b).map((piece) => piece.join(" "));
  const next = {
    cut: document.body.className === "cut", standing: !board.classList.contains("past"), pieces,
    refusal: document.querySelector("#refusal").textContent, sentence: document.querySelector("h1").textContent, class: document.body.className,
  };
  if (JSON.stringify(next) !== JSON.stringify(window.shown.at(-1))) window.shown.push(next);
};
new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
