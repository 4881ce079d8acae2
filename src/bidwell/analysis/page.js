// The chart answers to pointer and keys; the decisions can be filtered. A module, so that its names are its own.
const data = JSON.parse(document.getElementById("data").textContent);
const picture = document.getElementById("picture");
const readout = document.getElementById("readout");
const charts = [...picture.querySelectorAll(".chart")];
let at = 0;

const shown = () => charts.find((chart) => chart.getBoundingClientRect().width > 0);

// Where a step lies in the chart that is shown, in its own units.
const place = (chart, step) => {
  const left = +chart.dataset.left;
  return left + ((chart.viewBox.baseVal.width - left - +chart.dataset.right) * step) / Math.max(data.steps, 1);
};

const line = (seat, index) => {
  const row = document.createElement("div");
  const sign = document.querySelector(`.players .sign.s${seat[0]}`);
  if (sign) row.append(sign.cloneNode(true));
  const chance = document.createElement("b");
  chance.textContent = `${data.chances[index][at]} %`;
  row.append(seat[1], chance);
  return row;
};

const show = (step) => {
  at = Math.max(0, Math.min(data.steps, step));
  const chart = shown();
  const x = place(chart, at);
  const rule = chart.querySelector(".rule");
  rule.style.opacity = 0.5;
  rule.setAttribute("transform", `translate(${x} 0)`);
  const head = document.createElement("p");
  const decision = data.decisions[at];
  head.textContent = decision ? `${decision[0]}: ${decision[1]} (${decision[2]})` : at ? `after step ${at}` : "at the start";
  readout.replaceChildren(head, ...data.seats.map(line));
  readout.hidden = false;
  const scale = chart.getBoundingClientRect().width / chart.viewBox.baseVal.width;
  const room = picture.clientWidth - readout.offsetWidth;
  const beside = x * scale + 14;
  readout.style.left = `${Math.max(0, beside <= room ? beside : x * scale - readout.offsetWidth - 14)}px`;
};

const hide = () => {
  readout.hidden = true;
  charts.forEach((chart) => (chart.querySelector(".rule").style.opacity = 0));
};

const stepUnder = (event) => {
  const chart = shown();
  const box = chart.getBoundingClientRect();
  const x = ((event.clientX - box.left) * chart.viewBox.baseVal.width) / box.width;
  const first = place(chart, 0);
  return Math.round(((x - first) * data.steps) / (place(chart, data.steps) - first));
};

const jump = (step) => {
  if (document.getElementById(`d${step}`)) location.hash = `d${step}`;
};

const open = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target || target.tagName !== "DETAILS") return;
  if (target.hidden) filter(buttons[0]);
  target.open = true;
  target.scrollIntoView();
};

picture.tabIndex = 0;
picture.setAttribute("role", "group");
picture.setAttribute("aria-label", "Win chances: arrow keys go from step to step, Enter to the decision");
picture.addEventListener("pointermove", (event) => show(stepUnder(event)));
picture.addEventListener("pointerdown", (event) => show(stepUnder(event)));
picture.addEventListener("pointerleave", hide);
picture.addEventListener("blur", hide);
picture.addEventListener("click", (event) => {
  const pointed = event.pointerType === "mouse"; // a finger only looks
  if (pointed && !event.target.closest("a")) jump(stepUnder(event));
});
picture.addEventListener("keydown", (event) => {
  const moves = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -data.steps, End: data.steps };
  if (event.target !== picture) return;
  if (event.key in moves) show(at + moves[event.key]);
  else if (event.key === "Enter") jump(at);
  else if (event.key === "Escape") hide();
  else return;
  event.preventDefault();
});
addEventListener("hashchange", open);

const filters = document.getElementById("filters");
const buttons = [...filters.querySelectorAll("button")];
const filter = (button) => {
  buttons.forEach((each) => each.setAttribute("aria-pressed", each === button));
  const grades = (button.dataset.grade || "").split(" ").filter(Boolean);
  const seat = button.dataset.seat;
  document.querySelectorAll(".decision").forEach((each) => {
    each.hidden = (grades.length && !grades.includes(each.dataset.grade)) || (seat && seat !== each.dataset.seat);
  });
  document.querySelectorAll("div.chapter").forEach((each) => {
    each.hidden = !each.querySelector(".decision:not([hidden])");
  });
};
buttons.forEach((button) => button.addEventListener("click", () => filter(button)));
filters.hidden = false;
open();
