// The cases of the workbench again, against `pleach serve` itself; none where the command has no such thing.

import { canServe } from "../serving.mjs";
import * as together from "./together.mjs";
import * as work from "./work.mjs";

const again = ([name, test]) => [name, (world) => test(Object.assign(world, { real: true }))];

export const cases = canServe() ? [...work.cases, ...together.cases].map(again) : [];
