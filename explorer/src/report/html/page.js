"use strict";
(() => {
  const form = document.querySelector("form");
  const [text, ofClass, ofKind] = ["text", "class", "kind"].map((name) => form.elements[name]);
  const count = document.getElementById("count");
  const cards = [...document.querySelectorAll(".card")];
  const rows = [...document.querySelectorAll("tbody tr")];
  const words = new Map();
  const said = (element) => {
    if (!words.has(element)) words.set(element, element.textContent.toLowerCase());
    return words.get(element);
  };
  const filter = () => {
    const wanted = text.value.trim().toLowerCase();
    let shown = 0;
    for (const card of cards) {
      const fits = (!ofClass.value || card.dataset.class === ofClass.value) && (!ofKind.value || card.dataset.kind === ofKind.value);
      card.hidden = !(fits && (!wanted || said(card).includes(wanted)));
      if (!card.hidden) shown += 1;
    }
    for (const row of rows) row.hidden = Boolean(wanted) && !said(row).includes(wanted);
    count.textContent = shown + " of " + cards.length;
  };
  const move = (by) => {
    const visible = cards.filter((card) => !card.hidden);
    if (!visible.length) return;
    const at = visible.indexOf(document.activeElement.closest(".card"));
    const next = at < 0 ? (by > 0 ? 0 : visible.length - 1) : Math.min(Math.max(at + by, 0), visible.length - 1);
    visible[next].querySelector("summary").focus();
    visible[next].scrollIntoView({ block: "nearest" });
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.matches("input, select");
    if (event.key === "Escape" && isTyping) event.target.blur();
    if (isTyping) return;
    if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "/") {
      event.preventDefault();
      text.focus();
    }
  });
  filter();
})();
