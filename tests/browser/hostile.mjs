// Names that would like to be something else than names.

import { taxonomy } from "./forest.mjs";

/** Fifty names that would like to be something else. Each tries to set window.hurt. */
export function hostileNames() {
  const hurt = "window.hurt=(window.hurt||0)+1";
  const names = [
    `<script>${hurt}</script>`,
    `</script><script>${hurt}</script>`,
    `<img src=x onerror="${hurt}">`,
    `<svg onload="${hurt}">`,
    `"><script>${hurt}</script>`,
    `'><script>${hurt}</script>`,
    `<!--<script>${hurt}</script>-->`,
    `<![CDATA[<script>${hurt}</script>]]>`,
    `--><script>${hurt}</script>`,
    `<!-- <script> `,
    `</title><script>${hurt}</script>`,
    `</style><script>${hurt}</script>`,
    `</textarea><script>${hurt}</script>`,
    `<iframe src="javascript:${hurt}">`,
    `<a href="javascript:${hurt}">x</a>`,
    `javascript:${hurt}`,
    `<body onload="${hurt}">`,
    `<details open ontoggle="${hurt}">`,
    `<style>*{display:none}</style>`,
    `<link rel=stylesheet href=//evil.example/x.css>`,
    `<meta http-equiv=refresh content="0;url=//evil.example">`,
    `<base href="//evil.example/">`,
    `<math><mtext></p><img src onerror=${hurt}>`,
    `\${${hurt}}`,
    `{{constructor.constructor('${hurt}')()}}`,
    `__PLEACH_DATA__`,
    `@@SCRIPT@@`,
    `__proto__`,
    `constructor`,
    `hasOwnProperty`,
    `"double" 'single' \`tick\``,
    `back\\slash \\u003cscript\\u003e`,
    `&lt;script&gt; &amp; &#60;b&#62;`,
    `%3Cscript%3E`,
    `\u202Ereversed\u202C end`,
    `\u2066isolate \u2067rtl`,
    `\u200Fעברית\u200E mixed`,
    `العربية`,
    `e\u0301 combining ${"\u0301".repeat(60)}`,
    `zero\u200Bwidth\u200Djoin`,
    `👩‍👩‍👧‍👦 family`,
    `🏳️‍🌈🇫🇮🧑🏽‍🚀`,
    `漢字かな交じり文`,
    `line\nbreak\ttab`,
    `nul\u0000bell\u0007esc\u001b[31m`,
    `\u2028line\u2029paragraph`,
    `\ud83d lone`,
    `x`.repeat(4000),
    `${"<b>".repeat(1333)}`,
    ` `,
  ];
  if (names.length !== 50) throw new Error(`${names.length} hostile names`);
  return names;
}

/** What a strict reader of JSON would refuse, a NUL and half a surrogate pair, can be left out. */
export function hostileForest({ strict = false } = {}) {
  const names = hostileNames().map((name) =>
    strict ? name.replace("\u0000", "").replace("\ud83d lone", "lone") : name,
  );
  const clusters = names.map((name, id) => ({
    id,
    name,
    key: name,
    parent: id === 0 ? null : Math.floor((id - 1) / 7),
    depth: 0,
    size: 2,
    people: 2,
    net_similarity: 1,
    exemplar: { id: name, path: ".", role: "root" },
    members: [
      { owner: name, id: name, path: ".", role: "root", name, similarity: 0.5 },
      { owner: `o${id}`, id: `i${id}`, path: name, role: "leaf", name, similarity: 0.5 },
    ],
    tags: Object.fromEntries([
      [name, 3],
      ["plain", 1],
    ]),
    spellings: Object.fromEntries([[name, 2]]),
  }));
  for (const c of clusters) c.depth = c.parent === null ? 0 : clusters[c.parent].depth + 1;
  const entry = (name, id) => ({
    id: name,
    path: name,
    name,
    owner: name,
    role: "leaf",
    cluster: id,
    from: 0,
    parent: 1,
    cost: 1,
    reason: name,
  });
  return taxonomy(clusters, { conflicts: names.map(entry), discarded: names.map(entry) });
}
