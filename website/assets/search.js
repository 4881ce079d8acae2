// The search reads a word that begins with a dash as "without this word", and one that ends in a colon as the name of a
// field; here they are the name of an option and the start of a bot's.
document.addEventListener(
  "input",
  (event) => {
    const field = event.target;
    if (field.matches?.(".md-search__input"))
      field.value = field.value.replace(/(^|\s)-+(?=\w)/g, "$1").replace(/:+(?=\s|$)/g, " ");
  },
  true,
);
