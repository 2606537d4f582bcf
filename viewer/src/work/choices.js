// What a question with several answers offers, read from its sentence.

import { readLines } from "./operands.js";

/**
 * A question that offers several to pick one of, cut into what it asks and how it speaks of each. Names may hold
 * "2: ", so that a choice ends with its percentage: `1: "Dune" (60 %) 2: "Emma" (40 %)`.
 */
export function readChoices({ question, choices }) {
  const lines = choices ? readLines(choices) : [];
  let end = question.length;
  const labels = [];
  for (let number = lines.length; number > 0; number--) {
    const mark = number > 1 ? ` %) ${number}: "` : `? ${number}: "`;
    const at = question.slice(0, end).lastIndexOf(mark);
    if (at < 0) continue;
    const start = at + mark.length - 1;
    labels[number - 1] = question.slice(start, end);
    end = start - `${number}: `.length - 1;
  }
  return { asked: question.slice(0, end), picks: lines.map((line, at) => ({ line, label: labels[at] ?? "" })) };
}
