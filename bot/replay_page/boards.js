"use strict";

// The boards: an atlas of tiles, and for each viewer what changes from board to board.

const base64 = (string) => Uint8Array.from(atob(string), (c) => c.charCodeAt(0));

async function unpacked(string) {
  const stream = new Blob([base64(string)]).stream();
  const opened = stream.pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(opened).text());
}

class Boards {
  constructor(atlas, tile, across, boards) {
    Object.assign(this, { atlas, tile, across, boards, made: {} });
  }

  // The tiles of a viewer's board, made from those before it.
  tiles(viewer, index) {
    const made = (this.made[viewer] = this.made[viewer] || []);
    for (let n = made.length; n <= index; n++) {
      const [width, height, changes] = this.boards[viewer][n];
      const columns = Math.ceil(width / this.tile);
      const rows = Math.ceil(height / this.tile);
      const before = made[n - 1];
      const same = before && before.width === width && before.height === height;
      const tiles = same ? before.tiles.slice() : new Uint32Array(columns * rows);
      let at = 0;
      for (let i = 0; i < changes.length; i += 3) {
        at += changes[i];
        for (let j = 0; j < changes[i + 1]; j++) tiles[at++] = changes[i + 2] + j;
      }
      made[n] = { width, height, columns, tiles };
    }
    return made[index];
  }

  draw(canvas, viewer, index) {
    const { width, height, columns, tiles } = this.tiles(viewer, index);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const pen = canvas.getContext("2d");
    const { atlas, tile, across } = this;
    tiles.forEach((number, i) => {
      const from = [(number % across) * tile, Math.floor(number / across) * tile, tile, tile];
      const to = [(i % columns) * tile, Math.floor(i / columns) * tile, tile, tile];
      pen.drawImage(atlas, ...from, ...to);
    });
  }
}
