// The search reads a word that begins with a dash as "without this word"; here it is the name of an option.
document.addEventListener(
  "input",
  (event) => {
    const field = event.target;
    if (field.matches?.(".md-search__input")) field.value = field.value.replace(/(^|\s)-+(?=\w)/g, "$1");
  },
  true,
);
