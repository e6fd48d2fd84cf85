"use strict";

// Times in the reader's own zone, and the newest page without a press. Pages work without it.

const EVERY = 30000; // milliseconds between two looks
const language = document.documentElement.lang;
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
let known;

function tellTimes() {
  for (const one of document.querySelectorAll("time")) {
    const at = new Date(one.dateTime);
    const hours = (at - Date.now()) / 3600000;
    const inDays = relative.format(Math.round(hours / 24), "day");
    if (one.className === "due") {
      one.textContent = Math.abs(hours) < 36 ? relative.format(Math.round(hours), "hour") : inDays;
      one.title = at.toLocaleString(language);
      one.classList.toggle("soon", hours < 6);
    } else if (one.className === "day") {
      one.textContent = at.toLocaleDateString(language, { dateStyle: "medium" });
    } else {
      one.textContent = at.toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
    }
  }
}

// Put the newest page in place of this one, if there is another.
async function look() {
  if (document.hidden || document.querySelector("iframe")) return;
  const answer = await fetch("now.json", { cache: "no-cache" });
  if (!answer.ok) return;
  const { digest } = await answer.json();
  if (known !== undefined && known !== digest) {
    const page = await fetch(location.pathname, { cache: "no-cache" });
    const made = new DOMParser().parseFromString(await page.text(), "text/html");
    const open = document.querySelector("main details")?.open;
    document.querySelector("main").replaceWith(made.querySelector("main"));
    const details = document.querySelector("main details");
    if (details && open) details.open = true;
    tellTimes();
  }
  known = digest;
}

// The replay, with its slider, in place of the board. Without a script the link opens it.
addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-frame]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const frame = Object.assign(document.createElement("iframe"), { src: link.href });
  frame.title = link.textContent;
  document.querySelector(".boardbox figure").replaceChildren(frame);
  link.closest("p").remove();
  frame.focus();
});

tellTimes();
if (location.protocol !== "file:" && document.querySelector("[data-live]")) {
  setInterval(() => look().catch(() => {}), EVERY);
  look().catch(() => {});
}
