"use strict";

// Whether dice and sealed answers are those that were committed to. The scheme stands in
// docs/fair-play.md; each function answers for what is in the file, and shows nothing.

const field = (bytes) => joined(bigEndian(bytes.length, 4), bytes);
const fields = (...strings) => joined(...strings.map((string) => field(text(string))));

// The faces, from 0, of dice with so many faces each.
async function faces(hmac, head, wanted) {
  const found = [];
  let block = 0;
  let bytes = [];
  for (const k of wanted) {
    let byte;
    do {
      if (!bytes.length) bytes = [...(await hmac(joined(head, bigEndian(block++, 4))))];
      byte = bytes.shift();
    } while (byte >= 256 - (256 % k));
    found.push(byte % k);
  }
  return found;
}

// K of the scheme.
function keyOf(kind, roll) {
  return kind === "dicechess" && roll.key.startsWith("turn/")
    ? bigEndian(Number(roll.key.split("/").pop()), 8)
    : field(text(`${roll.epoch}/${roll.key}`));
}

// Each roll with what it should have been; `ok` is null where the dice were not the secret's.
async function checkedRolls(checks, hmac) {
  const done = [];
  for (const roll of checks.rolls) {
    const head = joined(fields(checks.id, ...roll.salts), keyOf(checks.kind, roll));
    const right = await faces(hmac, head, roll.dice.map(([k]) => k));
    const ok = roll.loaded ? null : right.every((face, i) => face === roll.dice[i][1]);
    done.push({ ...roll, right, ok });
  }
  return done;
}

// Each sealed answer with its root as it should be.
async function checkedSeals(checks, hmac) {
  const salted = await hmacUnder(await hmac(text("commitments")));
  const done = [];
  for (const seal of checks.seals) {
    const named = fields(checks.id, seal.seat, `${seal.epoch}/${seal.question}`);
    const leaves = [];
    for (const [i, leaf] of seal.leaves.entries()) {
      const salt = await salted(joined(named, bigEndian(i, 4)));
      leaves.push(await sha256(joined(salt, text(leaf))));
    }
    leaves.sort((a, b) => (hex(a) < hex(b) ? -1 : 1));
    const right = hex(await sha256(joined(...leaves)));
    done.push({ ...seal, right, ok: right === seal.root });
  }
  return done;
}

// Each place that was committed to alone and is open.
async function checkedPlaces(checks) {
  const sealed = new Set();
  for (const { seat, leaves } of checks.seals) {
    for (const leaf of leaves) sealed.add(`${seat} ${leaf}`);
  }
  const done = [];
  for (const place of checks.places) {
    const right = hex(await sha256(text(place.opened)));
    const ok = right === place.commitment
      && place.opened.endsWith(place.text)
      && sealed.has(`${place.seat} ${place.text}`);
    done.push({ ...place, right, ok });
  }
  return done;
}

// The hash of all orders, and the number of the first at which the chain breaks; 0 if none does.
// Orders that are not shown bring their hash alone.
async function checkedChain(checks) {
  let chain = await sha256(text(checks.setup));
  let broken = 0;
  for (const [i, [order, hash]] of checks.orders.entries()) {
    const right = order === null ? hash : hex(await sha256(joined(chain, text(order))));
    if (!broken && right !== hash) broken = i + 1;
    chain = unhex(hash);
  }
  return { broken, end: hex(chain) };
}

// The hash of each update: of the one before, of what was told to all, and of the rest.
async function headsOf(checks) {
  const heads = [];
  let head = new Uint8Array();
  for (const [told, leaf, seal] of checks.updates) {
    const own = told === null ? unhex(leaf) : await sha256(text(told));
    head = await sha256(joined(head, own, unhex(seal)));
    heads.push(hex(head));
  }
  return heads;
}

// Number and hash of an update as somebody has written it down, or null.
function keptIn(written) {
  const found = /([0-9]+)[^0-9a-f]+((?:[0-9a-f]\s*){16,64})[\s.…]*$/.exec(written.toLowerCase());
  return found && { number: Number(found[1]), head: found[2].replace(/\s/g, "") };
}

async function checked(checks) {
  const secret = unhex(checks.secret);
  const hmac = await hmacUnder(secret);
  const commitment = hex(await sha256(secret));
  const rolls = await checkedRolls(checks, hmac);
  const seals = await checkedSeals(checks, hmac);
  const places = await checkedPlaces(checks);
  const chain = await checkedChain(checks);
  const heads = await headsOf(checks);
  const fits = commitment === checks.commitment;
  return { commitment, fits, rolls, seals, places, chain, heads };
}
