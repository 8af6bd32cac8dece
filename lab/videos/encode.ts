import type { Page } from 'playwright-core';
import type { Frame } from './filmed-page.ts';

export const PANEL = { width: 360, height: 560 };
/** Pixels of the video for one of the page. */
export const SCALE = 1.5;
const CAPTION_HEIGHT = 80;
const SIZE = { width: PANEL.width * SCALE, height: (PANEL.height + CAPTION_HEIGHT) * SCALE };
const BITS_PER_SECOND = 130_000;
const FRAMES_PER_SECOND = 12;

/** A finished video and the image that stands for it. */
export interface Video {
  webm: Buffer;
  poster: Buffer;
}

/**
 * Encodes pictures as WebM with VP9, in real time, by the browser's own recorder.
 * @param stage a page of the panel, whose fonts the captions use
 * @param posterAt the index of the picture for the poster
 */
export async function encode(stage: Page, frames: readonly Frame[], posterAt: number): Promise<Video> {
  const shown = frames.map(({ image, ...rest }) => ({ ...rest, image: image.toString('base64') }));
  const options = { ...SIZE, SCALE, CAPTION_HEIGHT, BITS_PER_SECOND, FRAMES_PER_SECOND, posterAt };
  const { webm, poster } = await stage.evaluate<{ webm: string; poster: string }>(
    `(${recordInBrowser})(${JSON.stringify(shown)}, ${JSON.stringify(options)})`,
  );
  return { webm: Buffer.from(webm, 'base64'), poster: Buffer.from(poster, 'base64') };
}

/**
 * Paints pictures with their captions, without recording them.
 * @returns PNG files
 */
export async function paintStills(stage: Page, frames: readonly Frame[]): Promise<Buffer[]> {
  const shown = frames.map(({ image, ...rest }) => ({ ...rest, image: image.toString('base64') }));
  const painted = await stage.evaluate<string[]>(
    `(${stillsInBrowser})(${JSON.stringify(shown)}, ${JSON.stringify({ ...SIZE, SCALE, CAPTION_HEIGHT })})`,
  );
  return painted.map((each) => Buffer.from(each, 'base64'));
}

/** Runs in the browser, which has its types: as text, because this program has those of Node. */
const painter = `
  const { width, height, SCALE, CAPTION_HEIGHT } = options;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const draw = canvas.getContext('2d', { alpha: false });
  const font = '600 ' + 15 * SCALE + 'px Geist, "Noto Sans Bengali", sans-serif';
  await Promise.all(frames.map(({ caption }) => document.fonts.load(font, caption)));
  const images = await Promise.all(frames.map(async ({ image }) => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,' + image;
    await picture.decode();
    return picture;
  }));

  const linesOf = (caption) => {
    const lines = [''];
    for (const word of caption.split(' ')) {
      const longer = (lines.at(-1) + ' ' + word).trim();
      if (draw.measureText(longer).width > width - 40 * SCALE && lines.at(-1)) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  };

  const paint = (at, sinceMs) => {
    const { caption, tap, holdMs } = frames[at];
    draw.drawImage(images[at], 0, 0, width, height - CAPTION_HEIGHT * SCALE);
    const top = height - CAPTION_HEIGHT * SCALE;
    draw.fillStyle = '#161616';
    draw.fillRect(0, top, width, CAPTION_HEIGHT * SCALE);
    draw.fillStyle = '#f7c800';
    draw.fillRect(0, top, (width * (at + 1)) / frames.length, 3 * SCALE);
    draw.font = font;
    draw.fillStyle = '#ffffff';
    draw.textAlign = 'center';
    draw.textBaseline = 'middle';
    const lines = linesOf(caption);
    lines.forEach((line, nth) =>
      draw.fillText(line, width / 2, top + (CAPTION_HEIGHT / 2 + 2 + (nth - (lines.length - 1) / 2) * 23) * SCALE));
    if (!tap) return;
    // The finger comes down, presses and leaves a ring.
    const part = Math.min(1, sinceMs / (holdMs * 0.75));
    draw.beginPath();
    draw.arc(tap.x * SCALE, tap.y * SCALE, (26 - 8 * part) * SCALE, 0, 2 * Math.PI);
    draw.fillStyle = 'rgb(247 200 0 / 55%)';
    draw.fill();
    draw.lineWidth = 3 * SCALE;
    draw.strokeStyle = '#733e0a';
    draw.stroke();
  };

  const bytesOf = async (blob) => {
    const reader = new FileReader();
    reader.readAsDataURL(blob);
    await new Promise((resolve) => { reader.onload = resolve; });
    return reader.result.split(',')[1];
  };`;

const stillsInBrowser = `async (frames, options) => {${painter}
  const stills = [];
  for (let at = 0; at < frames.length; at++) {
    paint(at, frames[at].holdMs / 2);
    stills.push(await bytesOf(await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))));
  }
  return stills;
}`;

const recordInBrowser = `async (frames, options) => {${painter}
  const plain = frames[options.posterAt];
  frames[options.posterAt] = { ...plain, tap: undefined };
  paint(options.posterAt, 0);
  frames[options.posterAt] = plain;
  const poster = await bytesOf(await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.7)));

  paint(0, 0);
  const recorder = new MediaRecorder(canvas.captureStream(options.FRAMES_PER_SECOND), {
    mimeType: 'video/webm;codecs=vp9',
    videoBitsPerSecond: options.BITS_PER_SECOND,
    // A player that seeks decodes from here.
    videoKeyFrameIntervalDuration: 8000,
  });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  // In one piece: only then the recorder writes the length and an index.
  recorder.start();
  const beginMs = performance.now();
  let startMs = 0;
  for (let at = 0; at < frames.length; at++) {
    const endMs = startMs + frames[at].holdMs;
    for (;;) {
      const nowMs = performance.now() - beginMs;
      if (nowMs >= endMs) break;
      paint(at, nowMs - startMs);
      await new Promise((resolve) => setTimeout(resolve, 1000 / options.FRAMES_PER_SECOND));
    }
    startMs = endMs;
  }
  recorder.stop();
  await stopped;
  return { webm: await bytesOf(new Blob(parts)), poster };
}`;
