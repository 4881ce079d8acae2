#!/usr/bin/env node
// A bot for Bidwell in JavaScript: bidwell play serengeti --seats "you,cmd:node examples/simple.js,heuristic"
// Half of the time it chooses the first legal action, which is the most modest one in most games; else a random one.
"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });
let luck = 1;

function below(count) {
  luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0; // the same seed gives the same game
  return Math.floor((luck / 2 ** 32) * count);
}

function choose(legal) {
  return below(2) === 0 ? legal[0] : legal[below(legal.length)];
}

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    luck = message.seed;
    say({ protocol: 1 });
  } else if (message.type === "decide") {
    say({ action: choose(message.view.legal) });
  } else if (message.type === "over") {
    lines.close();
  }
});
