"use strict";
const form = document.querySelector(".filters");
const samples = [...document.querySelectorAll(".sample")];
function wanted(sample) {
  const text = form.elements.called.value.trim().toLowerCase();
  const chosen = [...form.querySelectorAll("select")].every(s => !s.value || sample.dataset[s.name] === s.value);
  return chosen && sample.dataset.item.toLowerCase().includes(text) && (!form.elements.faulty.checked || sample.dataset.faulty !== "0");
}
function filter() {
  for (const sample of samples) sample.hidden = !wanted(sample);
  form.elements.shown.value = samples.filter(s => !s.hidden).length + " shown";
}
form.addEventListener("input", filter);
filter();
