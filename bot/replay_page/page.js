"use strict";

// The page: slider, keys, log, and the marks of what was checked.

const $ = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const read = (id) => JSON.parse(document.getElementById(id).textContent);

function element(tag, className, content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (content !== undefined) made.textContent = content;
  return made;
}

const game = read("game");
const checks = read("checks");
const said = (word, ...values) =>
  values.reduce((sentence, value) => sentence.replace("{}", value), game.words[word]);

const PACE = 900; // milliseconds for which a board stands while the game plays by itself
const UNCOVERED = "+"; // the viewer who sees what every seat saw
const TITLE = -1; // the step of the title card
const SWIPE = 40; // pixels
const MANY = 6; // dice of a roll that are shown
let boards;
let shown; // what was packed: boards, texts and lines
let step = 0;
let viewer = game.first;
let asText = false;
let stops = [TITLE, 0]; // the title, and the steps at which the viewer was told something
let playing = 0;
const marks = {}; // by line: whether what was checked there is right

for (const one of all("[data-word]")) one.textContent = said(one.dataset.word);
for (const one of all("[data-label]")) one.setAttribute("aria-label", said(one.dataset.label));

// --- what is shown of a step ---

function draw() {
  const titled = step === TITLE;
  const index = shown.at[viewer][Math.max(0, step)];
  boards.draw($("canvas"), viewer, index);
  const board = shown.texts[shown.board_texts[viewer][index]];
  $("canvas").setAttribute("aria-label", board);
  $("pre").textContent = board;
  $("canvas").hidden = titled || asText;
  $("pre").hidden = titled || !asText;
  $("#title").hidden = !titled;
  const now = shown.lines[viewer].filter((line) => line[0] === step && !line[4]);
  $("#now").textContent = now.map((line) => shown.texts[line[2]]).join(" ");
  for (const item of all("#log li")) {
    const at = Number(item.dataset.step);
    if (at === step) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
    item.classList.toggle("later", at > step);
  }
  const current = $("#log li[aria-current]");
  if (current) $("#log").scrollTop = current.offsetTop - $("#log").clientHeight / 2;
  const slider = $("input[type=range]");
  slider.max = stops.length - 1;
  slider.value = stops.indexOf(step);
  slider.setAttribute("aria-valuetext", $("#now").textContent);
  $("#place").textContent = `${slider.value} / ${slider.max}`;
  Object.assign(document.body.dataset, { step, viewer });
}

function list() {
  $("#log ol").replaceChildren(
    ...shown.lines[viewer].map(([at, number, sentence, line, undone]) => {
      const item = element("li", undone ? "undone" : "");
      Object.assign(item.dataset, { step: at, line });
      item.append(element("i", "", number || "·"), element("span", "", shown.texts[sentence]));
      if (!number) item.lastChild.append(" ", element("em", "", said("page-alone")));
      item.onclick = () => go(at);
      return item;
    }),
  );
  markLines();
}

function markLines() {
  for (const item of all("#log li")) {
    for (const ok of marks[item.dataset.line] || []) {
      const kind = ok ? "ok" : "bad";
      if (!item.querySelector("." + kind)) {
        item.lastChild.append(element("b", "mark " + kind, ok ? " ✓" : " ✗"));
      }
    }
  }
}

// Show a step, or the last one before it at which the viewer was told something.
function go(wanted) {
  step = stops.findLast((stop) => stop <= wanted) ?? stops[0];
  draw();
}

function turn(by) {
  const at = Math.max(0, Math.min(stops.length - 1, stops.indexOf(step) + by));
  go(stops[at]);
}

function see(who) {
  viewer = who;
  const every = who === UNCOVERED ? Object.values(shown.lines).flat() : shown.lines[who];
  const told = every.filter((line) => !line[4]).map((line) => line[0]);
  stops = [TITLE, ...(told.length ? new Set(told) : [0])].sort((a, b) => a - b);
  for (const one of all("#who input")) one.checked = one.value === who;
  list();
  go(step);
}

// --- keys ---

function stop() {
  clearInterval(playing);
  playing = 0;
  $('[data-key=" "]').textContent = "▶\ufe0e";
}

function playOn() {
  if (playing) return stop();
  if (step === stops.at(-1)) go(TITLE);
  $('[data-key=" "]').textContent = "❚❚";
  playing = setInterval(() => (step < stops.at(-1) ? turn(1) : stop()), PACE);
}

const KEYS = {
  ArrowLeft: () => turn(-1),
  ArrowRight: () => turn(1),
  Home: () => go(TITLE),
  End: () => go(game.steps),
  " ": playOn,
  t: () => {
    asText = !asText;
    draw();
  },
  d: () => $("#proof").scrollIntoView(),
};

function pressed(key) {
  const who = /^\d$/.test(key) && game.viewers[key];
  if (!KEYS[key] && !who) return false;
  if (key !== " ") stop();
  if (who) see(who[0]);
  else KEYS[key]();
  return true;
}

function listen() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("button") && event.key === " ") return;
    if (event.target.matches("#kept input")) return;
    if (pressed(event.key)) event.preventDefault();
  });
  for (const one of all("[data-key]")) one.onclick = () => pressed(one.dataset.key);
  const slider = $("input[type=range]");
  slider.oninput = () => {
    stop();
    go(stops[Number(slider.value)]);
  };
  let from;
  $("#board").onpointerdown = (event) => (from = event);
  $("#board").onpointerup = (event) => {
    const [x, y] = [event.clientX - from?.clientX, event.clientY - from?.clientY];
    if (Math.abs(x) > Math.max(SWIPE, 2 * Math.abs(y))) pressed(x < 0 ? "ArrowRight" : "ArrowLeft");
    from = undefined;
  };
  $("#mark").onclick = () => $("#proof").scrollIntoView();
  for (const [id, name] of game.viewers) {
    const label = element("label", "choice");
    const input = Object.assign(element("input"), { type: "radio", name: "who", value: id });
    input.onchange = () => see(id);
    label.append(input, element("span", "", name));
    $("#who").append(label);
  }
  $("#who").hidden = game.viewers.length < 2;
}

// --- what was checked ---

function row(table, one, cells) {
  const made = element("tr", one.ok === false ? "bad" : "");
  const line = shown.marked[one.line];
  for (const [content, code] of cells) {
    const cell = element("td");
    cell.append(code ? element("code", "", content) : content);
    made.append(cell);
  }
  const word = one.ok === null ? "page-scripted" : one.ok ? "page-right" : "page-wrong";
  const kind = one.ok === null ? "" : one.ok ? "ok" : "bad";
  made.append(element("td", "mark " + kind, said(word)));
  if (line) made.onclick = () => go(line[0]);
  table.tBodies[0].append(made);
  table.hidden = false;
  if (one.ok !== null && line) (marks[one.line] = marks[one.line] || new Set()).add(one.ok);
}

const short = (things) =>
  things.slice(0, MANY).join(", ") + (things.length > MANY ? ` … (${things.length})` : "");
const toldAt = (one) => (shown.marked[one.line] ? shown.texts[shown.marked[one.line][1]] : "");

function fact(ok, sentence, hash) {
  const made = element("p");
  made.append(element("span", "mark " + (ok ? "ok" : "bad"), ok ? "✓ " : "✗ "), sentence, " ");
  made.append(element("code", "", hash));
  $("#facts").append(made);
}

// Say of an update that somebody has kept whether it fits.
function compare(heads) {
  const found = keptIn($("#kept input").value);
  const ok = found && (heads[found.number - 1] || "").startsWith(found.head);
  const word = ok ? "page-kept-right" : "page-kept-wrong";
  $("output").className = "mark " + (ok ? "ok" : "bad");
  $("output").textContent = found ? said(word, found.number) : "";
}

async function prove() {
  if (!checks) {
    $("#proof").hidden = true;
    $("#mark").textContent = said("page-later");
    document.body.dataset.proof = "later";
    return;
  }
  const found = await checked(checks);
  fact(found.fits, said(found.fits ? "page-fits" : "page-fits-not"), found.commitment);
  const whole = !found.chain.broken;
  fact(whole, said(whole ? "page-chain" : "page-chain-not", found.chain.broken), found.chain.end);
  for (const one of found.rolls) {
    const thrown = one.dice.map(([k, face]) => said("page-die", face + 1, k));
    const right = one.right.map((face) => face + 1);
    row($("#rolls"), one, [
      [one.key, true],
      [toldAt(one)],
      [short(thrown)],
      [one.loaded ? "–" : short(right)],
    ]);
  }
  for (const one of found.seals) {
    const what = [[one.question], [one.seat], [one.leaves.join(" "), true]];
    row($("#seals"), one, [...what, [one.root, true]]);
  }
  for (const one of found.places) {
    const what = [[one.place, true], [one.seat], [one.text, true]];
    row($("#places"), one, [...what, [one.commitment, true]]);
  }
  const wrong = (things) => things.filter((one) => one.ok === false).length;
  const bad = {
    rolls: wrong(found.rolls),
    seals: wrong(found.seals),
    places: wrong(found.places),
  };
  const why = [
    bad.rolls && said("page-rolls-wrong", bad.rolls),
    bad.seals && said("page-seals-wrong", bad.seals),
    bad.places && said("page-places-wrong", bad.places),
    !found.fits && said("page-fits-not"),
    !whole && said("page-chain-not", found.chain.broken),
  ].filter(Boolean);
  const ok = !why.length;
  $("#mark").className = ok ? "ok" : "bad";
  $("#mark").textContent = ok ? said("page-all-right") : "✗ " + why.join("; ");
  $("#how").textContent = said(WEB ? "page-by-browser" : "page-by-page") + " " + said("page-how");
  markLines();
  $("#kept input").oninput = () => compare(found.heads);
  const good = found.rolls.filter((one) => one.ok).length;
  Object.assign(document.body.dataset, {
    good,
    ...bad,
    chain: found.chain.broken,
    by: WEB ? "browser" : "page",
    proof: ok ? "right" : "wrong",
  });
}

async function begin() {
  document.documentElement.classList.toggle("framed", window !== window.top);
  $("h1").textContent = game.title;
  $("#title").append(...game.card.map((line) => element("p", "", line)));
  if (!globalThis.DecompressionStream) {
    $("#now").textContent = said("page-old-browser");
    return;
  }
  const atlas = new Image();
  // decode() never answers for a large atlas in some browsers
  const loaded = new Promise((done, failed) => Object.assign(atlas, { onload: done, onerror: failed }));
  atlas.src = game.atlas;
  [shown] = await Promise.all([unpacked(game.packed), loaded]);
  boards = new Boards(atlas, game.tile, game.across, shown.boards);
  listen();
  const place = new URLSearchParams(location.hash.slice(1));
  step = Number(place.get("step") ?? game.steps);
  const known = game.viewers.some(([id]) => id === place.get("seen"));
  see(known ? place.get("seen") : game.first);
  await prove();
}

begin();
