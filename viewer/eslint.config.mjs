// eslint.config.mjs: which mistakes in the page and its tools are looked for.
const BROWSER = [
  "window", "document", "navigator", "location", "history", "localStorage",
  "requestAnimationFrame", "setTimeout", "clearTimeout", "getComputedStyle",
  "ResizeObserver", "Blob", "URL", "Node", "performance", "HashChangeEvent",
  "CustomEvent", "fetch", "URLSearchParams", "CSS",
];
const NODE = ["process", "console", "URL", "globalThis", "Response"];

const named = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

const rules = {
  "array-callback-return": "error",
  "eqeqeq": "error",
  "no-constant-binary-expression": "error",
  "no-dupe-keys": "error",
  "no-fallthrough": "error",
  "no-implicit-coercion": ["error", { allow: ["!!", "+"] }],
  "no-self-compare": "error",
  "no-undef": "error",
  "no-unreachable": "error",
  "no-unused-vars": ["error", { args: "after-used" }],
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-useless-return": "error",
  "no-var": "error",
  "prefer-const": "error",
};

export default [
  { ignores: ["dist/", "node_modules/"] },
  { files: ["src/**/*.js"], rules, languageOptions: { globals: named(BROWSER) } },
  { files: ["*.mjs", "test/**/*.mjs"], rules, languageOptions: { globals: named(NODE) } },
];
