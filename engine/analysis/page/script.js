"use strict";
(() => {
  const moves = [...document.querySelectorAll("#moves a[data-ply]")];
  const board = document.getElementById("board");
  const marked = board.querySelector(".marked");
  const pieces = board.querySelector(".pieces");
  const cursor = document.getElementById("cursor");
  const said = document.getElementById("said");
  const begin = document.getElementById("steps");
  const size = 10;
  let at = 0;

  const element = (name, attributes) => {
    const made = document.createElementNS(board.namespaceURI, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return made;
  };

  // corner is the upper left corner of a square, by its number.
  const corner = (square) => {
    const at = document.querySelector('#squares [data-square="' + square + '"]');
    return { x: at.getAttribute("x"), y: at.getAttribute("y") };
  };

  const draw = (fen, squares) => {
    marked.replaceChildren(...squares.map((s) => element("rect", { ...corner(s), width: size, height: size })));
    pieces.replaceChildren();
    for (const side of fen.split(":").slice(1)) {
      for (const text of side.slice(1).split(",").filter(Boolean)) {
        const kind = side[0].toLowerCase() + (text[0] === "K" ? "k" : "m");
        pieces.append(element("use", { href: "#" + kind, ...corner(text.replace("K", "")), width: size, height: size }));
      }
    }
  };

  // unbroken is a word that no line breaks at a hyphen.
  const unbroken = (word) => {
    const span = document.createElement("span");
    span.className = "text";
    span.textContent = word;
    return span;
  };

  const show = (ply) => {
    at = Math.max(0, Math.min(ply, moves.length));
    const move = moves[at - 1];
    draw(move ? move.dataset.fen : begin.dataset.fen, move ? move.dataset.squares.split(" ") : []);
    const text = move ? move.dataset.said : "The position at the beginning";
    said.replaceChildren(...text.split(" ").flatMap((word) => [unbroken(word), " "]));
    board.setAttribute("aria-label", text);
    for (const m of moves) m.removeAttribute("aria-current");
    if (move) move.setAttribute("aria-current", "step");
    if (cursor) cursor.setAttribute("transform", "translate(" + size * at + ")");
    for (const button of begin.querySelectorAll("[data-by]")) {
      button.disabled = Number(button.dataset.by) < 0 ? at === 0 : at === moves.length;
    }
  };

  // upright are the parts of a board that stay upright when the style sheet turns it, with the points that they turn
  // about: pieces about their own middles, numbers about those of their squares.
  const upright = [
    ...[...document.querySelectorAll("symbol g")].map((g) => [g, [size / 2, size / 2]]),
    ...[...document.querySelectorAll("symbol text")].map((text) =>
      [text, ["x", "y"].map((side) => Number(text.getAttribute(side)) + size / 2)]),
  ];

  const turn = document.getElementById("turn");
  turn.addEventListener("click", () => {
    const turned = document.body.classList.toggle("turned");
    turn.setAttribute("aria-pressed", turned);
    for (const [part, middle] of upright) {
      if (turned) part.setAttribute("transform", "rotate(180 " + middle.join(" ") + ")");
      else part.removeAttribute("transform");
    }
  });

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-ply], [data-by]");
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show("by" in target.dataset ? at + Number(target.dataset.by) : Number(target.dataset.ply));
    if (target.closest("#moves, #mistakes") && board.getBoundingClientRect().bottom < 0) board.scrollIntoView();
  });

  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(at + by);
  });

  begin.hidden = false;
  const asked = /^#move-(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : 0);
  if (asked) document.getElementById("game").scrollIntoView();
})();
