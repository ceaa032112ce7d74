import { disc, INK, PAPER, roundRect } from './quilt';

/** Cloths that an object is cut from. */
export interface ObjectCloths {
  /** The main colour, dark and light. */
  deep: string;
  mid: string;
  soft: string;
  /** A second colour, dark and light. */
  accent: string;
  accentMid: string;
}

/** A piece that is sewn on with visible stitches, a limb (a thick line), or a mark that is only printed on one (SVG text). */
export type Layer = { d: string; fill: string; width?: number } | string;

const line = (d: string, colour: string, width = 8): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const fill = (d: string, colour: string): string => `<path d="${d}" fill="${colour}"/>`;
const piece = (d: string, colour: string): Layer => ({ d, fill: colour });
const limb = (d: string, colour: string, width: number): Layer => ({ d, fill: colour, width });
/** Rows of text that nobody can read: widths of the lines. */
const rows = (
  x: number,
  y: number,
  gap: number,
  widths: readonly number[],
  colour: string,
  width = 9,
): string => line(widths.map((w, i) => `M${x} ${y + i * gap}h${w}`).join(''), colour, width);
const coin = (cx: number, cy: number, r: number): string =>
  `${fill(disc(cx, cy, r), '#F5C65B')}<circle cx="${cx}" cy="${cy}" r="${r * 0.68}" fill="none" stroke="#7A5100" stroke-width="${r / 9}" stroke-dasharray="${r / 4} ${r / 6}"/>`;

/** Things that tasks are about, each cut in a square of 400. */
export const OBJECTS = {
  receipt: (c) => [
    piece(
      'M110 30H290V352l-22.500-18-22.500 18-22.500-18-22.500 18-22.500-18-22.500 18-22.500-18-22.500 18z',
      PAPER,
    ),
    fill('M110 30H290V84H110z', c.deep),
    line('M140 57h74', PAPER, 10),
    rows(140, 122, 34, [92, 70, 104, 58], c.mid),
    rows(258, 122, 34, [6, 6, 6, 6], c.accent),
    line('M138 262h124', c.deep, 4),
    line('M140 296h50', c.deep, 13),
    coin(246, 296, 22),
  ],
  signpost: (c) => [
    piece(roundRect(188, 30, 26, 344, 8), c.accent),
    piece('M96 70H276l40 38-40 38H96a10 10 0 0 1-10-10V80a10 10 0 0 1 10-10z', c.deep),
    rows(120, 108, 30, [122], PAPER, 12),
    piece('M306 178H132l-40 36 40 36h174a10 10 0 0 0 10-10v-52a10 10 0 0 0-10-10z', c.mid),
    rows(160, 214, 30, [108], c.deep, 12),
  ],
  microphone: (c) => [
    piece(roundRect(130, 344, 140, 30, 12), c.accent),
    piece(roundRect(188, 270, 24, 84, 4), c.accent),
    limb('M104 170v20a96 96 0 0 0 192 0v-20', c.accent, 20),
    piece(roundRect(140, 28, 120, 216, 60), c.deep),
    line('M142 112h44M142 146h44M214 112h44M214 146h44M142 180h44M214 180h44', c.mid, 9),
    piece(roundRect(134, 206, 132, 24, 8), c.mid),
  ],
  shelf: (c) => [
    piece(roundRect(44, 36, 312, 334, 12), PAPER),
    fill(roundRect(70, 74, 56, 82, 8), c.deep),
    fill(roundRect(134, 92, 44, 64, 8), c.mid),
    fill('M208 156v-52q0-12 8-18v-18h22v18q8 6 8 18v52z', c.accent),
    fill(roundRect(262, 86, 66, 70, 6), c.accentMid),
    fill('M36 156h328v20H36z', c.deep),
    fill('M76 276v-58q0-10 10-14v-18h30v18q10 4 10 14v58z', c.accentMid),
    fill(roundRect(142, 206, 62, 70, 8), c.deep) + line('M142 226h62', c.mid, 6),
    line('M158 246h30', c.soft, 7),
    `<rect x="226" y="194" width="88" height="82" rx="8" fill="none" stroke="${c.deep}" stroke-width="5" stroke-dasharray="10 9"/>`,
    line('M262 224q0-12 10-12t10 12q0 8-10 12v8M272 258v1', c.accent, 7),
    fill('M36 276h328v20H36z', c.deep),
    [76, 150, 234]
      .map((x) => fill(roundRect(x, 312, 66, 34, 6), c.soft) + line(`M${x + 14} 329h26`, c.accent, 8))
      .join(''),
  ],
  phone: (c) => [
    piece(roundRect(114, 22, 172, 356, 28), c.deep),
    fill(roundRect(130, 56, 140, 278, 8), PAPER),
    line('M180 40h40', c.mid, 7),
    fill(roundRect(148, 76, 104, 72, 10), c.mid),
    fill(disc(180, 112, 18), PAPER),
    line('M212 104h24M212 122h16', c.deep, 7),
    rows(150, 178, 26, [98, 78], c.mid, 10),
    fill(roundRect(148, 222, 104, 30, 8), c.soft),
    fill(roundRect(148, 270, 104, 40, 12), c.accent),
    line('M178 291l14 14 30-28', PAPER, 9),
    line('M186 356h28', c.mid, 7),
  ],
  envelope: (c) => [
    piece('M96 168V58a12 12 0 0 1 12-12h184a12 12 0 0 1 12 12v110z', PAPER),
    rows(132, 92, 30, [136, 108], c.mid, 10),
    piece('M46 148L200 250 354 148v186a14 14 0 0 1-14 14H60a14 14 0 0 1-14-14z', c.deep),
    line('M58 340L160 236M342 340L240 236', c.mid, 6),
    piece(disc(200, 270, 36), c.accentMid),
    fill('M200 288c-26-16-26-36-12-36 7 0 12 8 12 8s5-8 12-8c14 0 14 20-12 36z', c.accent),
  ],
  pin: (c) => [
    piece('M40 300l96-44 122 40 102-40v72l-102 46-122-40-96 40z', PAPER),
    line('M136 258v70M258 298v68', c.mid, 5),
    line('M66 322q40-34 74-20t84 22 96-34', c.accent, 6),
    piece('M200 318c-62-76-92-120-92-166a92 92 0 0 1 184 0c0 46-30 90-92 166z', c.deep),
    piece(disc(200, 150, 42), PAPER),
    fill(disc(200, 150, 18), c.accent),
  ],
  book: (c) => [
    piece(
      'M200 104c-44-30-98-34-158-22v240c60-12 114-8 158 22 44-30 98-34 158-22V82c-60-12-114-8-158 22z',
      c.deep,
    ),
    fill(
      'M188 118c-36-20-78-24-122-18v194c44-6 86-2 122 18zM212 118c36-20 78-24 122-18v194c-44-6-86-2-122 18z',
      PAPER,
    ),
    line('M92 134q36-2 70 12M92 168q36-2 70 12M92 202q36-2 70 12M92 236q24-2 46 4', c.mid, 9),
    line('M238 146q34-14 70-12M238 180q34-14 70-12', c.mid, 9),
    fill('M240 216q34-12 70-12v54q-36 0-70 12z', c.accentMid),
    piece('M286 68h40v96l-20-16-20 16z', c.accent),
  ],
  camera: (c) => [
    piece(
      'M132 104l20-40h96l20 40h66a22 22 0 0 1 22 22v182a22 22 0 0 1-22 22H66a22 22 0 0 1-22-22V126a22 22 0 0 1 22-22z',
      c.deep,
    ),
    fill('M44 150h312v30H44z', c.mid),
    piece(disc(200, 222, 88), PAPER),
    piece(disc(200, 222, 62), c.accent),
    fill(disc(200, 222, 34), INK),
    fill(disc(182, 204, 13), PAPER),
    fill(roundRect(292, 118, 40, 20, 8), c.accentMid),
    fill(disc(76, 128, 10), c.accentMid),
  ],
  menu: (c) => [
    piece(
      'M92 44h216a10 10 0 0 1 10 10v296a10 10 0 0 1-10 10H92a10 10 0 0 1-10-10V54a10 10 0 0 1 10-10z',
      c.deep,
    ),
    fill(roundRect(106, 68, 188, 268, 6), PAPER),
    fill('M152 128a48 40 0 0 1 96 0z', c.accent),
    line('M138 134h124M200 84v-4', c.accent, 8),
    rows(130, 176, 34, [88, 70, 96, 62], c.mid, 9),
    rows(258, 176, 34, [14, 14, 14, 14], c.deep, 9),
    line('M166 312h68', c.accentMid, 6),
  ],
  headphones: (c) => [
    limb('M86 236v-34a114 114 0 0 1 228 0v34', c.deep, 34),
    line('M86 230v-28a114 114 0 0 1 228 0v28', c.mid, 5),
    piece(roundRect(52, 214, 76, 132, 30), c.accent),
    piece(roundRect(272, 214, 76, 132, 30), c.accent),
    fill(roundRect(104, 226, 32, 108, 14), c.accentMid),
    fill(roundRect(264, 226, 32, 108, 14), c.accentMid),
    line('M170 268v26M190 250v62M210 262v38M230 272v18', c.deep, 10),
  ],
  laptop: (c) => [
    piece(roundRect(70, 62, 260, 196, 16), c.deep),
    fill(roundRect(88, 80, 224, 160, 6), PAPER),
    fill('M88 86a6 6 0 0 1 6-6h212a6 6 0 0 1 6 6v22H88z', c.mid),
    [106, 124, 142].map((x) => fill(disc(x, 94, 5), c.deep)).join(''),
    rows(110, 136, 26, [92, 70, 84], c.mid, 9),
    fill(roundRect(222, 126, 72, 88, 8), c.accentMid),
    line('M238 172l14 14 26-32', c.accent, 9),
    piece('M34 276h332l-24 42a16 16 0 0 1-14 8H72a16 16 0 0 1-14-8z', c.accent),
    line('M168 296h64', c.accentMid, 8),
  ],
  clipboard: (c) => [
    piece(roundRect(84, 52, 232, 318, 18), c.accent),
    fill(roundRect(104, 86, 192, 264, 6), PAPER),
    piece(roundRect(146, 30, 108, 54, 14), c.deep),
    [140, 200, 260]
      .map(
        (y) =>
          `<rect x="128" y="${y}" width="34" height="34" rx="6" fill="none" stroke="${c.deep}" stroke-width="6"/>`,
      )
      .join(''),
    line('M136 156l9 9 18-22M136 216l9 9 18-22', c.deep, 8),
    rows(184, 150, 60, [84, 70, 78], c.mid, 9),
    rows(184, 168, 60, [52, 60, 40], c.soft, 9),
  ],
  cat: (c) => [
    piece('M262 344c58-6 86-58 62-104-10-18-30-12-26 4 8 34-12 60-44 62z', c.accent),
    piece('M120 356c-20-70 0-132 80-132s100 62 80 132z', c.deep),
    piece('M102 76l52 40q46-14 92 0l52-40q14 70 4 110-16 66-102 66T98 186q-10-40 4-110z', c.deep),
    fill('M116 104l26 24-22 24zM284 104l-26 24 22 24z', c.accentMid),
    fill(disc(158, 172, 15), PAPER),
    fill(disc(242, 172, 15), PAPER),
    fill(disc(160, 174, 8), INK),
    fill(disc(240, 174, 8), INK),
    fill('M188 200h24l-12 14z', c.accentMid),
    line('M200 214q-10 16-26 8M200 214q10 16 26 8', c.mid, 5),
    line('M132 204l-44-8M132 214l-42 8M268 204l44-8M268 214l42 8', c.mid, 4),
    fill('M168 300q32-40 64 0v56h-64z', c.mid),
  ],
  plant: (c) => [
    limb('M200 262V150', c.deep, 12),
    piece('M200 176c-14-62-58-88-120-82 4 64 50 98 120 82z', c.deep),
    piece('M200 214c10-74 60-106 128-98 0 72-52 116-128 98z', c.mid),
    piece('M200 130c-30-34-30-74 0-106 30 32 30 72 0 106z', c.deep),
    line('M112 116q50 14 82 54M300 140q-54 14-92 66M200 54v66', c.soft, 5),
    piece('M114 250h172l-20 112a14 14 0 0 1-14 12H148a14 14 0 0 1-14-12z', c.accent),
    piece(roundRect(100, 236, 200, 40, 10), c.accentMid),
  ],
  bus: (c) => [
    piece('M64 88a34 34 0 0 1 34-34h204a34 34 0 0 1 34 34v224H64z', c.deep),
    fill(roundRect(92, 116, 96, 92, 10), PAPER),
    fill(roundRect(212, 116, 96, 92, 10), PAPER),
    fill(roundRect(118, 74, 164, 26, 8), c.accentMid),
    line('M140 87h78', c.accent, 8),
    fill('M64 236h272v24H64z', c.mid),
    fill(disc(104, 286, 14), c.accentMid),
    fill(disc(296, 286, 14), c.accentMid),
    line('M162 286h76', c.mid, 8),
    piece(roundRect(92, 312, 58, 46, 10), INK),
    piece(roundRect(250, 312, 58, 46, 10), INK),
    piece(roundRect(34, 132, 22, 66, 8), c.accent),
    piece(roundRect(344, 132, 22, 66, 8), c.accent),
  ],
  clock: (c) => [
    piece('M92 104a44 44 0 1 1 62-52zM308 104a44 44 0 1 0-62-52z', c.accent),
    limb('M118 322l-26 40M282 322l26 40', c.accent, 20),
    piece(disc(200, 212, 138), c.deep),
    piece(disc(200, 212, 108), PAPER),
    line('M200 124v14M200 286v14M112 212h14M274 212h14', c.mid, 10),
    line('M200 212V152M200 212l44 28', c.deep, 14),
    fill(disc(200, 212, 12), c.accent),
  ],
  magnifier: (c) => [
    piece('M258 286l30-30 82 82a21 21 0 0 1-30 30z', c.accent),
    piece(disc(172, 170, 134), c.deep),
    piece(disc(172, 170, 104), PAPER),
    fill('M98 214l44-56 34 38 24-26 46 44q-30 62-74 62t-74-62z', c.mid),
    fill(disc(214, 124, 18), c.accentMid),
    line('M102 150q10-40 48-56', c.soft, 10),
  ],
  bubbles: (c) => [
    piece(
      'M58 50h200a22 22 0 0 1 22 22v112a22 22 0 0 1-22 22H138l-56 50v-50H58a22 22 0 0 1-22-22V72a22 22 0 0 1 22-22z',
      c.deep,
    ),
    rows(74, 98, 32, [164, 128, 88], PAPER, 11),
    piece(
      'M190 190h152a22 22 0 0 1 22 22v92a22 22 0 0 1-22 22h-12v44l-52-44h-88a22 22 0 0 1-22-22v-92a22 22 0 0 1 22-22z',
      c.accentMid,
    ),
    rows(202, 236, 32, [126, 92], c.accent, 11),
  ],
  cup: (c) => [
    limb('M282 186h24a40 40 0 0 1 0 80h-30', c.deep, 26),
    piece('M92 158h204v98q0 86-86 86h-32q-86 0-86-86z', c.deep),
    fill('M92 158h204v34q-34 22-68 0t-68 0-68 0z', c.mid),
    limb('M146 118q-20-26 0-44t0-40M200 118q-20-26 0-44t0-40M254 118q-20-26 0-44t0-40', c.accentMid, 11),
    piece('M52 346h288q-8 28-40 28H92q-32 0-40-28z', c.accent),
    fill('M194 300c-34-20-34-48-16-48 9 0 16 11 16 11s7-11 16-11c18 0 18 28-16 48z', c.accentMid),
  ],
  tag: (c) => [
    piece(
      'M214 52h118a20 20 0 0 1 20 20v118a24 24 0 0 1-7 17L208 344a24 24 0 0 1-34 0L60 230a24 24 0 0 1 0-34L197 59a24 24 0 0 1 17-7z',
      c.deep,
    ),
    piece(disc(292, 112, 26), PAPER),
    limb('M292 112q52-22 62-84', c.accent, 8),
    line('M128 214l66 66M158 184l52 52', PAPER, 13),
    coin(226, 178, 30),
  ],
  bicycle: (c) => [
    limb(`${disc(104, 254, 76)}${disc(296, 254, 76)}`, INK, 17),
    line(
      'M104 186v136M36 254h136M296 186v136M228 254h136M56 206l96 96M152 206l-96 96M248 206l96 96M344 206l-96 96',
      PAPER,
      3,
    ),
    limb('M104 254L164 146h106l-62 108H104M164 146l44 108M264 132l32 122', c.deep, 16),
    limb('M140 120h46M164 146l-9-26M264 132l-12-42h46', c.accent, 16),
    fill(disc(104, 254, 14), c.accent),
    fill(disc(296, 254, 14), c.accent),
    fill(disc(208, 254, 20), c.accent),
    piece(roundRect(274, 96, 86, 58, 8), c.accentMid),
    line('M290 116h54M290 134h54', c.accent, 5),
  ],
  house: (c) => [
    piece(roundRect(272, 66, 40, 90, 4), c.accent),
    piece('M76 180h248v180H76z', PAPER),
    piece('M200 40L372 186l-26 28L200 92 54 214l-26-28z', c.deep),
    piece(roundRect(168, 246, 64, 114, 6), c.accent),
    fill(disc(218, 306, 6), c.accentMid),
    fill(roundRect(98, 236, 50, 50, 4), c.mid),
    fill(roundRect(252, 236, 50, 50, 4), c.mid),
    line('M123 236v50M98 261h50M277 236v50M252 261h50', PAPER, 5),
    piece(disc(200, 164, 24), c.accentMid),
  ],
  umbrella: (c) => [
    limb('M200 190v136q0 34 30 34t30-30', c.accent, 16),
    limb('M200 40V26', c.accent, 14),
    piece(
      'M30 214C40 106 110 44 200 44s160 62 170 170q-28-28-56 0-28-28-58 0-28-28-56 0-28-28-56 0-30-28-58 0-28-28-56 0z',
      c.deep,
    ),
    fill('M144 214C146 134 170 72 200 44c30 28 54 90 56 170q-28-28-56 0-28-28-56 0z', c.mid),
    limb('M92 266v30M134 306v26M312 266v30M286 312v26M64 318v24M344 322v20', c.accentMid, 11),
  ],
  parcel: (c) => [
    piece('M200 44l150 66v176l-150 72-150-72V110z', c.mid),
    piece('M50 110l150 68v180L50 286z', c.deep),
    fill('M200 44l150 66-150 68L50 110z', c.soft),
    line('M50 110l150 68 150-68M200 178v180', c.accent, 6),
    fill('M106 86l46-22 150 68v52l-46 22v-52z', c.accentMid),
    fill('M76 214l58 28v46l-58-28z', PAPER),
    line('M90 238l30 14M90 256l20 10', c.deep, 6),
  ],
  stars: (c) => [
    piece(roundRect(40, 104, 320, 190, 22), PAPER),
    [88, 144, 200, 256].map((x) => star(x, 176, 28, c.accentMid)).join(''),
    star(312, 176, 28, c.soft),
    rows(72, 236, 26, [206, 150], c.mid, 9),
    piece(disc(318, 284, 54), c.deep),
    line('M294 286l17 18 32-38', PAPER, 13),
  ],
  pencil: (c) => [
    piece(roundRect(54, 120, 224, 240, 10), PAPER),
    `<path d="M82 180c30-40 42 30 64-6s30 30 52 2 30 8 44 2M82 236c26-34 36 26 58-4s34 24 54 0M82 290c20-30 34 22 52-2" fill="none" stroke="${c.mid}" stroke-width="8" stroke-linecap="round"/>`,
    piece('M326 40l42 42-164 166-56 16 14-58z', c.deep),
    fill('M326 40l42 42-26 26-42-42z', c.accent),
    fill('M300 66l42 42-12 12-42-42z', c.accentMid),
    fill('M162 206l42 42-56 16z', '#F6D7BE'),
    fill('M153 243l16 16-21 5z', INK),
  ],
  globe: (c) => [
    piece(roundRect(132, 344, 136, 28, 12), c.accent),
    piece('M188 306h24v44h-24z', c.accent),
    limb('M300 60a150 150 0 0 1-196 226', c.accent, 18),
    piece(disc(192, 170, 134), c.deep),
    fill(
      'M104 92q46-34 88-22l16 34-34 24-10 38-40 12-34-30q-6-32 14-56zM190 196q44-14 82 14l-6 36q-30 36-64 42l-22-40zM258 92q26 12 44 44l-22 26-34-16z',
      c.mid,
    ),
  ],
  note: (c) => [
    limb('M150 292V84l164-34v206', c.deep, 20),
    piece('M142 70l180-38v58l-180 38z', c.deep),
    piece('M160 296c0 30-28 52-58 52s-48-18-48-42 28-50 58-50 48 14 48 40z', c.accent),
    piece('M324 260c0 30-28 52-58 52s-48-18-48-42 28-50 58-50 48 14 48 40z', c.accent),
    line('M80 300q8-18 28-20M244 264q8-18 28-20', c.accentMid, 8),
  ],
  apple: (c) => [
    limb('M204 120q-4-44 30-72', c.accent, 14),
    piece('M218 96c10-44 46-60 92-54-4 44-40 66-92 54z', c.accentMid),
    piece(
      'M200 122c52-34 130-18 134 70 4 84-56 166-98 166-16 0-22-8-36-8s-20 8-36 8c-42 0-102-82-98-166 4-88 82-104 134-70z',
      c.deep,
    ),
    line('M108 220q-6-46 30-62', c.mid, 14),
    fill(roundRect(176, 214, 104, 64, 8), PAPER),
    line('M196 236h64M196 256h40', c.accent, 8),
  ],
} as const satisfies Record<string, (cloths: ObjectCloths) => Layer[]>;

function star(cx: number, cy: number, r: number, colour: string): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 ? r * 0.45 : r;
    const angle = (Math.PI / 5) * i - Math.PI / 2;
    return `${(cx + radius * Math.cos(angle)).toFixed(1)},${(cy + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="${colour}" stroke="${colour}" stroke-width="6" stroke-linejoin="round"/>`;
}

export type ObjectName = keyof typeof OBJECTS;
export const OBJECT_NAMES = Object.keys(OBJECTS) as ObjectName[];
