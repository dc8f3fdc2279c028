"use strict";
// The page shows what the console says and sends forms. All text goes in as text: nothing from a table or a player is ever markup.

const $ = (id) => document.getElementById(id);
let me = null;
let open = null; // number of the table on the screen
let asked = 0; // only the newest question may draw
let pending = null; // the order whose preview is shown
let view = null; // the table as last told
let told = 0; // when that was
const looked = new Set(); // seats whose hidden tiles the referee looks at

function make(tag, words, kind) {
  const made = document.createElement(tag);
  if (words !== undefined && words !== null) made.textContent = words;
  if (kind) made.className = kind;
  return made;
}
function put(parent, ...children) { parent.append(...children); return parent; }
const signed = (points) => (points > 0 ? "+" + points : points < 0 ? "−" + -points : "0");
const minutes = (seconds) => Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
const say = (words) => { $("said").textContent = words; };

async function ask(path, body) {
  const options = { headers: {} };
  if (body !== undefined) {
    options.method = "POST";
    options.body = JSON.stringify(body);
    options.headers["content-type"] = "application/json";
    if (me) options.headers["x-token"] = me.token;
  }
  const answer = await fetch(path, options);
  const said = await answer.json().catch(() => ({ error: "the answer cannot be read" }));
  if (answer.status === 401 && path !== "/api/login") signedOut();
  if (!answer.ok) throw new Error(said.error || answer.statusText);
  return said;
}

// ---- who is there

async function whoAmI() {
  try { me = await ask("/api/me"); } catch (error) { if (!(error instanceof TypeError)) me = null; }
  $("login").hidden = me !== null;
  $("me").hidden = me === null;
  $("role").textContent = me ? me.role.replace("-", " ") : "";
}
function signedOut() {
  me = null;
  $("login").hidden = false;
  $("me").hidden = true;
  if (open !== null) location.hash = "#hall";
}
$("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  try {
    await ask("/api/login", { role: form.role.value, passphrase: form.passphrase.value });
    form.passphrase.value = "";
    await whoAmI();
    say("");
    show();
  } catch (error) { say(error.message); }
});
$("logout").addEventListener("click", async () => {
  try { await ask("/api/logout", {}); } catch (error) { say(error.message); }
  signedOut();
});

// ---- what is on the screen

async function follow() {
  const mine = ++asked;
  let after = 0;
  while (mine === asked) {
    const number = open;
    try {
      const news = await ask((number === null ? "/api/hall" : "/api/table/" + number) + "?after=" + after);
      if (mine !== asked) return;
      $("lost").hidden = true;
      after = news.version;
      if (number === null) drawHall(news); else drawTable(news);
    } catch (error) {
      if (mine !== asked) return;
      if (error instanceof TypeError) $("lost").hidden = false; else say(error.message);
      after = 0;
      await new Promise((done) => setTimeout(done, 500));
    }
  }
}
function show() {
  const found = location.hash.match(/^#table-(\d+)$/);
  open = found ? Number(found[1]) : null;
  if (open !== null && !me) { open = null; say("Sign in to open a table."); }
  $("hall-view").hidden = open !== null;
  $("table-view").hidden = open === null;
  $("where").textContent = open === null ? "" : " › Table " + open;
  document.title = open === null ? "Referee" : "Table " + open;
  view = null;
  looked.clear();
  document.querySelectorAll(".file").forEach((link) => {
    link.href = "/api/table/" + open + "/file/" + link.dataset.file;
  });
  if (open !== null) $("orders").replaceChildren(...orders());
  follow();
}
window.addEventListener("hashchange", show);

// A clock runs on between two answers.
function clockNow(clock, since) {
  if (!clock) return "";
  const gone = clock.runs ? Math.floor((Date.now() - since) / 1000) : 0;
  const seconds = clock.left ? clock.seconds - gone : clock.seconds + gone;
  return seconds < 0 ? "+" + minutes(-seconds) : (clock.over ? "+" : "") + minutes(seconds);
}
setInterval(() => {
  if (!view) return;
  $("turn").textContent = clockNow(view.turn_clock, told);
  const session = document.querySelector("#mid .session");
  if (session) session.textContent = clockNow(view.row.clock, told);
}, 250);

function drawHall(news) {
  const since = Date.now();
  // Whoever has the focus keeps it when the order of the tables changes.
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.table : undefined;
  $("hall").replaceChildren(...news.tables.map((row) => {
    const card = make("a", undefined, "tablecard " + row.word + "-tone");
    card.href = "#table-" + row.table;
    card.dataset.table = row.table;
    const points = make("span", undefined, "points");
    row.points.forEach((sum, at) => points.append(put(make("span"), make("small", "ABCD"[at]), signed(sum))));
    const foot = make("span", undefined, "foot");
    put(foot, make("span", row.session ? "session " + row.session + ", hand " + row.hand + " of " + row.hands : "no session"),
      make("span", row.reports ? row.reports + " reports" : "", "warn"),
      make("span", row.link ? row.records + " records" : "lost for " + minutes(row.link_seconds), row.link ? "" : "bad"));
    put(card, make("span", row.table, "number"), make("span", row.word, "word"),
      make("span", row.session ? clockNow(row.clock, since) : "", "clock"), make("span", row.waits, "waits"), points, foot);
    return card;
  }));
  if (focused) { const again = document.querySelector('[data-table="' + Number(focused) + '"]'); if (again) again.focus(); }
}

function drawTable(news) {
  view = news;
  told = Date.now();
  const row = view.row;
  $("state").className = row.word + "-tone";
  $("word").textContent = row.word;
  $("word").className = "word";
  $("waits").textContent = (["alarm", "lost", "asks"].includes(row.word) ? "" : "Waits: ") + row.waits;
  $("turn").textContent = clockNow(view.turn_clock, told);
  $("turn").className = "clock" + (view.turn_clock && view.turn_clock.over ? " over" : "");
  const alarm = view.alarm || (row.link ? "" : "The line to the table is lost; it is tried again and again. Orders are not given until it is back.");
  $("alarm").textContent = alarm;
  $("alarm").hidden = !alarm;
  $("felt").replaceChildren(middle(), ...view.seats.map(drawSeat));
  drawNext();
  drawNeeds();
  $("result-card").hidden = !view.result;
  $("result").replaceChildren(...(view.result ? drawResult(view.result) : []));
  drawScores();
  const trust = [["Table", view.identity], ["Line", view.address + (row.link ? "" : " (lost)")], ["Image", view.image || "not proven yet"],
    ["Chain", row.records + " records, whole"], ["Newest", view.head || "none"], ["Orders", view.pending ? view.pending + " on their way" : view.answered || "none yet"]];
  $("trust").replaceChildren(...trust.flatMap(([name, value]) => [make("dt", name), make("dd", value)]));
  const log = $("log");
  const down = log.scrollTop + log.clientHeight > log.scrollHeight - 40;
  log.replaceChildren(...view.log.map((line) => put(make("li"), make("span", line.seq), line.words)));
  if (down) log.scrollTop = log.scrollHeight;
}

function middle() {
  const mid = make("div");
  mid.id = "mid";
  if (!view.rules) { put(mid, make("b", "No session"), make("small", "table " + view.identity)); return mid; }
  const clock = make("span", clockNow(view.row.clock, told), "session clock" + (view.row.clock.over ? " over" : ""));
  put(mid, make("small", view.rules_name), make("b", view.round + " round, hand " + view.row.hand + " of " + view.row.hands), clock,
    make("small", view.row.word === "stopped" ? "clock stopped" : view.row.clock.left ? "left" : "played"),
    make("span", view.wall === null ? "" : "wall " + view.wall, "wall"), make("small", "session " + view.row.session));
  return mid;
}

function drawSeat(seat) {
  const box = make("div", undefined, "seat s" + seat.seat + (view.awaited === seat.seat ? " awaited" : ""));
  if (view.awaited === seat.seat) box.setAttribute("aria-current", "true");
  const who = make("div", undefined, "who");
  const name = seat.wind ? (seat.name || "Player " + seat.player) : "Seat " + seat.seat;
  put(who, make("span", seat.wind ? seat.wind[0] : seat.seat, "wind" + (seat.wind === "East" ? " dealer" : "")), put(make("span", undefined, "name"), make("b", name),
    make("small", seat.wind ? "seat " + seat.seat + ", " + seat.player + " #" + seat.number : "")), make("span", seat.wind ? signed(seat.points) : "", "points"));
  const notes = make("span", undefined, "notes");
  for (let at = 0; at < seat.yellow; at++) notes.append(make("i", undefined, "yellow"));
  for (let at = 0; at < seat.red; at++) notes.append(make("i", undefined, "red"));
  notes.append([seat.penalties ? "penalties " + signed(seat.penalties) : "", seat.may_not_win ? "may not win" : ""].filter(Boolean).join(" · "));
  if (notes.textContent || notes.children.length) who.append(notes);
  box.append(who);
  if (!seat.wind) return box;
  const hand = make("div", undefined, "zone hand");
  if (looked.has(seat.seat)) seat.hand.forEach((tile) => hand.append(tileButton(tile, seat.seat, "hand")));
  else for (let at = 0; at < seat.hand.length; at++) hand.append(make("span", undefined, "tile back"));
  const eye = button(looked.has(seat.seat) ? "Hide" : "Look", () => { if (!looked.delete(seat.seat)) looked.add(seat.seat); drawTable(view); }, "eye");
  eye.setAttribute("aria-label", (looked.has(seat.seat) ? "Hide" : "Look at") + " the hand of seat " + seat.seat);
  if (seat.hand.length) hand.append(eye);
  const melds = make("div", undefined, "zone melds");
  seat.melds.forEach((set) => melds.append(put(make("span", undefined, "set"), ...set.map((tile) => tileButton(tile, seat.seat, "meld")))));
  const river = make("div", undefined, "zone river");
  seat.river.forEach((tile) => river.append(tileButton(tile, seat.seat, "river")));
  return put(box, hand, melds, river);
}

// ---- tiles, drawn with a few strokes: no font is needed

const SVG = "http://www.w3.org/2000/svg";
const STROKES = {
  m: "M12 26H28M20 26C20 34 18 38 13 41M19 31H26C26 37 25 40 22 40",
  s: "M16 25V41M24 25V41M13 33H19M21 33H27",
  p: "M20 26a7 7 0 1 0 .01 0M20 30a3 3 0 1 0 .01 0",
  f: "M20 33m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M20 25v4M20 37v4M12 33h4M24 33h4M14 27l3 3M23 36l3 3M26 27l-3 3M17 36l-3 3",
  C: "M10 17H30V31H10ZM20 8V45",
  P: "M9 9H31V45H9Z",
};
function face(name, kind) {
  const [, rank, suit] = name.match(/^([1-9]?)(.)/);
  const tile = make("span", undefined, "tile ink-" + ("mpsf".includes(suit) ? suit : "CFP".includes(suit) ? suit : "w") + (kind ? " " + kind : ""));
  tile.title = name;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 40 54");
  svg.setAttribute("aria-hidden", "true");
  if (STROKES[suit]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", STROKES[suit]);
    path.setAttribute("fill", "none");
    path.setAttribute("stroke", "currentColor");
    path.setAttribute("stroke-width", "CP".includes(suit) ? "3.5" : "2.6");
    path.setAttribute("stroke-linecap", "round");
    path.setAttribute("transform", rank ? "translate(0 6)" : "");
    svg.append(path);
  }
  if (rank || !STROKES[suit]) {
    const text = document.createElementNS(SVG, "text");
    text.textContent = rank || suit;
    text.setAttribute("x", "20");
    text.setAttribute("y", rank ? "23" : "38");
    text.setAttribute("font-size", rank ? "23" : "31");
    text.setAttribute("font-weight", "700");
    text.setAttribute("text-anchor", "middle");
    text.setAttribute("fill", "currentColor");
    svg.append(text);
  }
  tile.append(svg);
  tile.setAttribute("role", "img");
  tile.setAttribute("aria-label", name);
  return tile;
}
// A tile on the felt opens the correction of that tile.
function tileButton(name, seat, spot) {
  const shown = face(name);
  shown.addEventListener("click", () => {
    const form = $("order-correct");
    form.closest("details").open = true;
    form.elements.tile.value = name;
    form.elements.spot.value = spot;
    form.elements.seat.value = String(seat);
    form.elements.spot.focus();
    form.scrollIntoView({ block: "center" });
  });
  return shown;
}

// ---- what needs the referee

function drawNext() {
  const words = { "start-session": "Start a session…", "start-hand": "Start the next hand", dice: "Enter the dice…", confirm: "Confirm the result", resume: "Run the clock", "end-session": "End the session", drawn: "Close the drawn hand" };
  const buttons = [];
  if (view.next) {
    const plain = ["start-hand", "confirm", "resume", "end-session", "drawn"].includes(view.next);
    buttons.push(button(words[view.next], () => (plain ? order({ order: view.next }) : goTo("order-" + view.next)), "first"));
  }
  if (view.rules) {
    if (view.next !== "resume") buttons.push(button("Stop clock", () => order({ order: "pause" })));
    buttons.push(button("+1 minute", () => order({ order: "extra-time", seconds: 60 })));
    buttons.push(button("Penalty…", () => goTo("order-penalise")));
    buttons.push(button("Correct…", () => goTo("order-correct")));
  }
  const key = JSON.stringify([view.next, view.rules]);
  if ($("next").dataset.key === key) return; // a button that is about to be pressed stays where it is
  $("next").dataset.key = key;
  $("next").replaceChildren(...buttons);
}
function goTo(id) {
  const form = $(id);
  form.closest("details").open = true;
  form.scrollIntoView({ block: "center" });
  form.querySelector("input, select, button").focus();
}

function drawNeeds() {
  const lines = view.troubles.map((words) => make("li", words, "warn"));
  view.asks.forEach((words) => lines.push(make("li", words, "bad")));
  view.reports.forEach((report) => {
    const line = make("li", undefined, report.ruled ? "done" : "");
    put(line, make("span", report.rule + " ", "rule"), report.kind + (report.seat ? ", seat " + report.seat : "") + (report.ruled ? " (ruled)" : ""));
    if (report.evidence) line.append(make("div", "record " + report.seq + ": " + report.evidence, "faint"));
    const proposal = report.proposal;
    if (proposal && !report.ruled) {
      line.append(button("Proposed: " + proposal.words, () => order({ order: "penalise", rule: report.rule, seat: proposal.seat, points: proposal.points, to: proposal.to, yellow: proposal.yellow, red: proposal.red, bars: proposal.bars }), "plain"));
    }
    lines.push(line);
  });
  $("needs").hidden = lines.length === 0;
  $("asks").replaceChildren(...lines);
}

function table(rows) { return rows.map((cells, at) => put(make("tr"), ...cells.map((cell, column) => make(at === 0 ? "th" : "td", cell, column > 0 ? "n" : "")))); }

function drawResult(result) {
  const made = [make("p", result.words + (result.agreed.length ? "; seats " + result.agreed.join(", ") + " agree" : ""), result.settled ? "good" : "warn")];
  result.wins.forEach((win) => {
    made.push(put(make("p"), make("b", "Seat " + win.seat + " wins "), win.how + " ", make("span", "worth " + win.worth, "worth")));
    const hand = make("div", undefined, "hand");
    win.groups.forEach((group) => {
      const box = make("span", undefined, "group");
      put(box, put(make("div"), ...group.tiles.map((tile) => face(tile.replace("+", ""), tile.endsWith("+") ? "won" : ""))), group.name);
      hand.append(box);
    });
    const basis = make("table");
    basis.append(...table([["Basis", "sets", "worth"], ...win.lines.map((line) => [line.name + (line.times > 1 ? " ×" + line.times : "") + " " + line.chinese, line.sets, line.worth])]));
    const paid = make("table");
    paid.append(...table([["Pays", "", ""], ...win.paid.map((it) => ["seat " + it.from, it.why, it.points])]));
    made.push(hand, basis, paid);
  });
  const change = make("table");
  change.append(...table([["Seat", "1", "2", "3", "4"], ["Change", ...result.change.map(signed)]]));
  made.push(change);
  if (!result.settled) {
    const row = make("p", undefined, "row");
    put(row, button("Confirm", () => order({ order: "confirm" }), "first"), button("Overrule…", () => goTo("order-overrule")), button("Refuse…", () => goTo("order-refuse-hu")));
    made.push(row);
  }
  return made;
}

function drawScores() {
  const seats = [...view.seats].sort((a, b) => (a.player < b.player ? -1 : 1));
  const rows = [["Player", "penalties", "points"], ...seats.map((seat) => [seat.player + "  " + (seat.name || (seat.number ? "#" + seat.number : "")), seat.penalties ? signed(seat.penalties) : "", signed(seat.points)])];
  $("scores").replaceChildren(...table(rows));
  $("sums").textContent = (view.balanced ? "✓ balanced" : "✗ NOT BALANCED") + ": hands add up to " + signed(view.sum_of_hands) + ", lost to nobody " + -view.unassigned;
  $("sums").className = view.balanced ? "good" : "bad";
  $("penalties").replaceChildren(...view.penalties.map((it) => {
    const line = put(make("li", undefined, it.revoked ? "struck" : ""), make("span", "Penalty " + it.penalty + ", hand " + it.hand + ": " + it.words));
    if (!it.revoked) line.append(button("Take back", () => order({ order: "revoke", penalty: it.penalty }), "plain"));
    return line;
  }));
}

// ---- orders

function button(words, act, kind) {
  const made = make("button", words, kind);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}
const SEATS = ["1", "2", "3", "4"];
// By group: name, fields (name, label, kind or choices, value) and how they become an order.
const FORMS = [
  ["Session", [
    ["start-session", "Start session", [["session", "Session", "number", 1], ["table", "Table", "number", 1], ["rules", "Rules", ["mcr", "gghk"]], ["p1", "A", "number", 1], ["p2", "B", "number", 2], ["p3", "C", "number", 3], ["p4", "D", "number", 4], ["hands", "Hands", "number", 16], ["rivers", "River loops", ["yes", "no"]], ["buttons", "A press is the call", ["yes", "no"]], ["language", "Screen", ["English", "中文"]]],
      (f) => ({ session: f.session, table: f.table, rules: f.rules, players: [f.p1, f.p2, f.p3, f.p4], hands: f.hands, rivers: f.rivers === "yes", buttons_declare: f.buttons === "yes", language: f.language === "English" ? 0 : 1 })],
    ["start-hand", "Start hand", [], () => ({})],
    ["dice", "Dice", [["first", "First throw", "number", 7], ["second", "Second (0: none)", "number", 7]], (f) => ({ throws: f.second ? [f.first, f.second] : [f.first] })],
    ["end-session", "End session", [], () => ({})],
    ["clear-faults", "Clear fault conditions", [], () => ({})],
  ]],
  ["Clock", [
    ["pause", "Stop clock", [], () => ({})],
    ["resume", "Run clock", [], () => ({})],
    ["extra-time", "Give time", [["minutes", "Minutes", "number", 1]], (f) => ({ seconds: f.minutes * 60 })],
  ]],
  ["Penalty and ruling", [
    ["penalise", "Penalty", [["seat", "Seat", SEATS], ["rule", "Rule", "text", "MCR 3.11.2.2"], ["points", "Points", "number", 0], ["to", "Points go to", ["nobody", "each", ...SEATS]], ["yellow", "Yellow", "number", 0], ["red", "Red", "number", 0], ["bars", "May not", ["nothing", "win", "meld-and-win"]]],
      (f) => ({ seat: Number(f.seat), rule: f.rule, points: f.points, to: f.to, yellow: f.yellow, red: f.red, bars: f.bars })],
    ["rule", "Keep ruling", [["rule", "Rule", "text", "MCR 3.9.1.4"], ["seat", "Seat", ["-", ...SEATS]]], (f) => ({ rule: f.rule, seat: f.seat === "-" ? null : Number(f.seat) })],
  ]],
  ["Correction", [
    ["correct", "Correct tile", [["tile", "Tile", "text", "5p.2"], ["spot", "Is in", ["hand", "meld", "river", "wall"]], ["seat", "Seat", SEATS]], (f) => ({ tile: f.tile, spot: f.spot, seat: Number(f.seat) })],
    ["undo", "Undo acts", [["plays", "The newest", "number", 1]], (f) => ({ plays: f.plays })],
  ]],
  ["Result", [
    ["confirm", "Confirm result", [], () => ({})],
    ["hu", "Win was", [["seat", "Seat", SEATS], ["tile", "On", "text", "5p.2"], ["won", "How", ["self-drawn", "discard", "robbing"]], ["from", "From seat", SEATS]], (f) => ({ seat: Number(f.seat), tile: f.tile, won: f.won, from: Number(f.from) })],
    ["overrule", "Overrule", [["declared", "Worth", "number", 8], ["w1", "Seat 1", "number", 0], ["w2", "Seat 2", "number", 0], ["w3", "Seat 3", "number", 0], ["w4", "Seat 4", "number", 0]], (f) => ({ declared: f.declared, payments: [f.w1, f.w2, f.w3, f.w4] })],
    ["refuse-hu", "Refuse hu", [["seat", "Seat", SEATS]], (f) => ({ seat: Number(f.seat) })],
    ["drawn", "Drawn hand", [], () => ({})],
    ["void", "Void hand", [["again", "Play again", ["no", "yes"]]], (f) => ({ again: f.again === "yes" })],
  ]],
];
const TITLES = Object.fromEntries([["revoke", "Take the penalty back"], ...FORMS.flatMap(([, forms]) => forms.map(([name, words]) => [name, words]))]);
function orders() {
  return FORMS.map(([group, forms]) => {
    const box = make("details");
    box.setAttribute("name", "orders"); // one at a time
    put(box, make("summary", group), ...forms.map(orderForm));
    return box;
  });
}
function orderForm([name, words, fields, read]) {
  const form = make("form");
  form.id = "order-" + name;
  fields.forEach(([field, label, kind, value]) => {
    const wrap = make("label", label);
    const input = Array.isArray(kind) ? make("select") : make("input");
    if (Array.isArray(kind)) input.append(...kind.map((choice) => make("option", choice)));
    else { input.type = kind; input.value = field === "table" ? open : value; input.required = true; }
    input.name = field;
    form.append(put(wrap, input));
  });
  form.append(make("button", words + "…"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = {};
    fields.forEach(([field, , kind]) => {
      const value = form.elements[field].value;
      values[field] = kind === "number" ? Number(value) : value;
    });
    order({ order: name, ...read(values) });
  });
  return form;
}
// Every order shows first what it would change.
async function order(form) {
  say("");
  try {
    const change = await ask("/api/table/" + open + "/preview", form);
    if (change.refused && form.order !== "hu") { say("The table would refuse: " + change.refused + "."); return; }
    pending = form;
    $("confirm-title").textContent = TITLES[form.order] + "?";
    $("change").textContent = change.refused ? "Only the table can say what this changes."
      : (change.first || "Nothing is recorded.") + (change.records > 1 ? " (and " + (change.records - 1) + " more records)" : "") + (change.moves_points ? "" : "; no points move");
    $("moves").replaceChildren(...(change.moves_points ? table([["Seat", "1", "2", "3", "4"], ["Points", ...change.points.map(signed)]]) : []));
    $("confirm").showModal();
    $("do").focus();
  } catch (error) { say(error.message); }
}
$("do").addEventListener("click", async () => {
  const form = pending;
  $("confirm").close();
  try {
    await ask("/api/table/" + open + "/order", form);
    document.querySelectorAll("#orders details").forEach((box) => { box.open = false; });
    say("Ordered.");
  } catch (error) { say(error.message); }
});
$("leave").addEventListener("click", () => $("confirm").close());
$("verify").addEventListener("click", async () => {
  try {
    const verdict = await ask("/api/table/" + open + "/verify");
    say(verdict.verdict === "bad" ? "BAD: " + verdict.reason : "Verified: " + verdict.records + " records hold, " + verdict.scores + " scores worked out again.");
  } catch (error) { say(error.message); }
});

whoAmI().then(show);
