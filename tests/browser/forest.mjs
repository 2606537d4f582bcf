// Makes taxonomies for the tests: a small wood of animals, and forests of any size.

/** A small generator of repeatable chance (mulberry32). */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const PEOPLE = [
  "anna",
  "bela",
  "chidi",
  "dana",
  "eero",
  "fatima",
  "goran",
  "hana",
  "ines",
  "jonas",
  "kofi",
  "lena",
  "mei",
  "nils",
  "olga",
  "paulo",
  "quynh",
  "ravi",
  "sara",
  "tomas",
];

const ANIMALS = {
  animal: {
    pet: {
      dog: { labrador: {}, poodle: {}, beagle: {}, terrier: {} },
      cat: { siamese: {}, tabby: {} },
      bird: { budgie: {}, canary: {}, parrot: {} },
      hamster: {},
      goldfish: {},
      rabbit: {},
    },
    wildlife: {
      bird: {
        owl: { "snowy owl": {}, "barn owl": {} },
        eagle: {},
        heron: {},
        duck: { mallard: {}, teal: {} },
        penguin: {},
        hummingbird: {},
      },
      mammal: {
        bear: { "polar bear": {}, grizzly: {} },
        deer: {},
        fox: {},
        elephant: {},
        whale: { orca: {}, "blue whale": {} },
        squirrel: {},
      },
      reptile: { snake: { python: {}, viper: {} }, lizard: { gecko: {}, iguana: {} }, turtle: {}, crocodile: {} },
      fish: { shark: {}, salmon: {}, trout: {} },
    },
    insect: {
      butterfly: { monarch: {}, swallowtail: {} },
      bee: {},
      beetle: { ladybird: {} },
      dragonfly: {},
      ant: {},
    },
    zoo: { lion: {}, tiger: {}, giraffe: {}, zebra: {}, panda: {} },
    farm: { cow: {}, sheep: {}, goat: {}, hen: {}, pig: {}, horse: { pony: {}, foal: {} } },
  },
  plant: {
    tree: { oak: {}, beech: {}, pine: { "stone pine": {} }, willow: {} },
    flower: { rose: { "dog rose": {} }, tulip: {}, orchid: {}, iris: {} },
    herb: { mint: {}, sage: {} },
    moss: {},
    fern: {},
  },
  travel: {
    europe: { france: { paris: {}, lyon: {} }, italy: { rome: {}, venice: {} }, finland: {} },
    asia: { japan: { kyoto: {}, tokyo: {} }, nepal: {} },
  },
  food: { cake: {}, soup: {}, bread: { rye: {} } },
  "my cat": {},
  misc: {},
  "summer 2009": {},
};

/** A taxonomy from a nest of names; every cluster gets members from several people. */
export function fromNest(nest, { seed = 7, solver = "joint", people = PEOPLE } = {}) {
  const random = chance(seed);
  const clusters = [];
  const place = (name, below, parent, depth, weight) => {
    const id = clusters.length;
    const cluster = { id, name, key: name, parent, depth };
    clusters.push(cluster);
    const size = Math.max(1, Math.round(weight * (0.4 + random())));
    const leaves = parent === null ? 0 : Math.max(1, Math.round(size * 0.7));
    cluster.members = Array.from({ length: size }, (_, k) => {
      const owner = people[Math.floor(random() * people.length)];
      return {
        owner,
        id: `${owner}-${id * 100 + k}`,
        path: k < leaves ? String(k % 5) : ".",
        role: k < leaves ? "leaf" : "root",
        name: spell(name, random),
        similarity: k === 0 ? 0.0001 : Math.round(100 * (0.4 + 0.6 * random())) / 100,
      };
    });
    finish(cluster, random);
    for (const [child, more] of Object.entries(below)) place(child, more, id, depth + 1, weight * 0.72);
  };
  for (const [name, below] of Object.entries(nest)) place(name, below, null, 0, Object.keys(below).length * 9 + 2);
  return taxonomy(clusters, { solver });
}

function spell(name, random) {
  const dice = random();
  if (dice < 0.15) return name[0].toUpperCase() + name.slice(1);
  return dice < 0.3 ? `${name}s` : name;
}

function finish(cluster, random) {
  const { members, name } = cluster;
  cluster.size = members.length;
  cluster.people = new Set(members.map((m) => m.owner)).size;
  cluster.net_similarity = Math.round(1e4 * members.reduce((sum, m) => sum + m.similarity, 0)) / 1e4;
  cluster.exemplar = { id: members[0].id, path: members[0].path, role: members[0].role };
  cluster.spellings = {};
  for (const m of members) cluster.spellings[m.name] = (cluster.spellings[m.name] || 0) + 1;
  const words = ["nature", "closeup", "macro", "green", "summer", "holiday", "garden", "film"];
  cluster.tags = { [name.replaceAll(" ", "")]: members.length * 3 };
  for (const word of words.slice(0, 3 + Math.floor(random() * 4)))
    cluster.tags[word] = 1 + Math.floor(random() * members.length * 2);
}

/** The report and the frame around a list of clusters. */
export function taxonomy(clusters, { solver = "joint", conflicts = [], discarded = [], seed } = {}) {
  const levels = { clusters: [], instances: [] };
  for (const c of clusters) {
    levels.clusters[c.depth] = (levels.clusters[c.depth] || 0) + 1;
    levels.instances[c.depth] = (levels.instances[c.depth] || 0) + c.size;
  }
  const nodes = clusters.reduce((sum, c) => sum + c.size, 0);
  const net = Math.round(1e4 * clusters.reduce((sum, c) => sum + c.net_similarity, 0)) / 1e4;
  let aut = 0;
  for (let d = 1; d < levels.clusters.length; d++) aut += (levels.clusters[d - 1] + levels.clusters[d]) / 2;
  const report = {
    saplings: Math.ceil(nodes / 4),
    nodes,
    names: new Set(clusters.map((c) => c.key)).size,
    pairs: nodes * 11,
    discarded: discarded.length,
    solver,
    similarity: "tags:4",
    preference: 0.0001,
    damping: 0.9,
    iterations: 431,
    converged: true,
    net_similarity: net,
    upper_bound: Math.round(net * 1.0041 * 1e4) / 1e4,
    conflicts: conflicts.length,
    cycles_broken: 2,
    clusters: clusters.length,
    trees: clusters.filter((c) => c.parent === null).length,
    depth: levels.clusters.length - 1,
    levels,
    aut,
  };
  if (seed) report.seed = seed;
  return {
    format: "pleach-taxonomy/1",
    report,
    inputs: [{ name: "animals.jsonl" }],
    clusters,
    conflicts,
    discarded,
  };
}

/** The animals, with the bird under pet and the bird under wildlife as rivals. */
export function animals(solver = "joint") {
  const made = fromNest(ANIMALS, { solver });
  const birds = made.clusters.filter((c) => c.key === "bird");
  const [pet, wild] = birds;
  const leaf = wild.members.find((m) => m.role === "leaf");
  made.conflicts = [
    {
      id: leaf.id,
      path: leaf.path,
      name: "Birds",
      owner: leaf.owner,
      cluster: wild.id,
      from: pet.id,
      parent: wild.parent,
      cost: 0.62,
    },
    {
      id: "eero-9001",
      path: "3",
      name: "bird",
      owner: "eero",
      cluster: pet.id,
      from: wild.id,
      parent: made.clusters.find((c) => c.name === "zoo").id,
      cost: 1.75,
    },
  ];
  made.report.conflicts = 2;
  made.discarded = [
    { id: "olga-12", path: "0", role: "leaf", name: "animal", reason: "leaf with the name of the seed" },
    { id: "ravi-3", path: "1", role: "leaf", name: "", reason: "empty name" },
  ];
  made.report.discarded = 2;
  made.report.seed = {
    term: "animal",
    trees: 1,
    best: { net_similarity: 301.2, aut: 66.5, clusters: 77, depth: 4 },
  };
  return made;
}

/** The same nodes put together in another way: the birds merged, some leaves on their own. */
export function animalsOtherwise(solver) {
  const made = animals(solver);
  const byName = (name, at = 0) => made.clusters.filter((c) => c.name === name)[at];
  const pet = byName("bird", 0);
  const wild = byName("bird", 1);
  wild.members.push(...pet.members);
  for (const c of made.clusters) if (c.parent === pet.id) c.parent = wild.id;
  made.clusters = made.clusters.filter((c) => c !== pet);
  const wildlife = byName("wildlife"); // first among its siblings now
  const at = made.clusters.indexOf(wildlife);
  const end = made.clusters.findIndex((c, k) => k > at && c.depth <= wildlife.depth);
  made.clusters.splice(1, 0, ...made.clusters.splice(at, end - at));
  const farm = byName("farm");
  farm.parent = null;
  const depths = new Map();
  for (const c of made.clusters) {
    c.depth = c.parent === null ? 0 : (depths.get(c.parent) ?? 0) + 1;
    depths.set(c.id, c.depth);
    c.size = c.members.length;
  }
  const conflicts = made.conflicts.filter((c) => c.from !== pet.id && c.cluster !== pet.id);
  return taxonomy(made.clusters, { solver, conflicts, discarded: made.discarded, seed: made.report.seed });
}

const SYLLABLES = [
  "ba",
  "do",
  "ke",
  "li",
  "mo",
  "na",
  "pu",
  "ri",
  "so",
  "ta",
  "vu",
  "we",
  "xi",
  "yo",
  "za",
  "cho",
  "sha",
  "tri",
];

function word(random) {
  let text = "";
  for (let k = 2 + Math.floor(random() * 3); k > 0; k--) text += SYLLABLES[Math.floor(random() * SYLLABLES.length)];
  return text;
}

/** A forest of `count` clusters; `share` of them in one giant tree. */
export function bigForest(count, { seed = 1, share = 0.6, members = 5 } = {}) {
  const random = chance(seed);
  const parents = [];
  const depths = [];
  for (let i = 0; i < count; i++) {
    const giant = i < count * share;
    const start = giant ? 0 : Math.floor(count * share) + Math.floor((i - count * share) / 40) * 40;
    if (i === 0 || i === start || (!giant && random() < 0.05)) parents.push(-1);
    else {
      let up = start + Math.floor((i - start) * random() ** 1.6);
      if (depths[up] > 14) up = start;
      parents.push(up);
    }
    depths.push(parents[i] < 0 ? 0 : depths[parents[i]] + 1);
  }
  const children = Array.from({ length: count }, () => []);
  parents.forEach((p, i) => p >= 0 && children[p].push(i));
  const clusters = [];
  const place = (top) => {
    const stack = [[top, null, 0]];
    while (stack.length) {
      const [i, parent, depth] = stack.pop();
      const id = clusters.length;
      const name = random() < 0.3 ? `${word(random)} ${word(random)}` : word(random);
      const cluster = { id, name, key: name, parent, depth };
      cluster.members = Array.from({ length: 1 + Math.floor(random() * 2 * members) }, (_, k) => {
        const owner = `user${Math.floor(random() * 5000)}`;
        return {
          owner,
          id: `h${id}-${k}`,
          path: k % 3 ? String(k) : ".",
          role: k % 3 && parent !== null ? "leaf" : "root",
          name,
          similarity: Math.round(random() * 1e4) / 1e4,
        };
      });
      finish(cluster, random);
      clusters.push(cluster);
      for (let c = children[i].length - 1; c >= 0; c--) stack.push([children[i][c], id, depth + 1]);
    }
  };
  for (let i = 0; i < count; i++) if (parents[i] < 0) place(i);
  return taxonomy(clusters);
}
