"use strict";

// SHA-256 and HMAC of bytes: WebCrypto where the browser has it, else the forty lines below.

const text = (string) => new TextEncoder().encode(string);

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// A number as so many bytes, the largest first.
function bigEndian(number, width) {
  const bytes = new Uint8Array(width);
  for (let i = width - 1; i >= 0; i--) {
    bytes[i] = number % 256;
    number = Math.floor(number / 256);
  }
  return bytes;
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (string) =>
  Uint8Array.from(string.match(/../g) || [], (pair) => parseInt(pair, 16));

// The constants of SHA-256: the first 32 bits behind the point of roots of the first primes.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) {
  if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
}
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (x, n) => (x >>> n) | (x << (32 - n));

function ownSha256(message) {
  const padding = new Uint8Array((119 - (message.length % 64)) % 64);
  const padded = joined(message, [128], padding, bigEndian(message.length * 8, 8));
  const view = new DataView(padded.buffer);
  const hash = START.slice();
  const w = new Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const p = w[i - 15];
      const q = w[i - 2];
      const low = turned(p, 7) ^ turned(p, 18) ^ (p >>> 3);
      const high = turned(q, 17) ^ turned(q, 19) ^ (q >>> 10);
      w[i] = (w[i - 16] + w[i - 7] + low + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const one = (h + high + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (hash[i] = (hash[i] + x) | 0));
  }
  return joined(...hash.map((x) => bigEndian(x >>> 0, 4)));
}

function ownHmac(key, message) {
  const short = key.length > 64 ? ownSha256(key) : key;
  const padded = joined(short, new Uint8Array(64 - short.length));
  const inner = ownSha256(joined(padded.map((x) => x ^ 0x36), message));
  return ownSha256(joined(padded.map((x) => x ^ 0x5c), inner));
}

const WEB = (globalThis.crypto && crypto.subtle) || null;

async function sha256(message) {
  return WEB ? new Uint8Array(await WEB.digest("SHA-256", message)) : ownSha256(message);
}

// What makes the HMAC of messages under one key.
async function hmacUnder(key) {
  if (!WEB) return async (message) => ownHmac(key, message);
  const method = { name: "HMAC", hash: "SHA-256" };
  const kept = await WEB.importKey("raw", key, method, false, ["sign"]);
  return async (message) => new Uint8Array(await WEB.sign("HMAC", kept, message));
}
