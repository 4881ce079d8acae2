// The search reads a name as several words of which one is enough: `bid_sizes` would find every page about bids, `--data`
// pages without data. It is sent a query instead that wants all parts of a name, the last one as far as it is typed.
const SEPARATORS = /[\s\-_,:!=[\]()"`/|+@*^~]+|\.(?!\d)/;

function wanted(word) {
  const parts = word.split(SEPARATORS).filter(Boolean);
  const last = parts.pop();
  if (word.startsWith("--") && last) return [...parts, `${last}*`].map((part) => `+${part}`).join(" ") + " options";
  return parts.length ? [...parts, `${last}*`].map((part) => `+${part}`).join(" ") : last;
}

function asked(query) {
  if (/"[^"]*\s[^"]*"/.test(query)) return query; // words in quotation marks are all wanted anyway
  return query.split(/\s+/).map(wanted).filter(Boolean).join(" ");
}

const QUERY = 2; // the kind of message that asks, in Material for MkDocs
const send = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  return send.call(this, message?.type === QUERY ? { ...message, data: asked(message.data) } : message, ...rest);
};
