// English queries over the sample content, each with the items that have to come first, in any order among themselves.
// `product 101`, `manual 51 3-wiring` (a chapter), `file tl-mag-sizing.csv` (of a download page).

export const englishQueries: Record<string, string[]> = {
  // Names and titles.
  'TL-Mag': ['product 101'],
  'TL-Mag electromagnetic flowmeter': ['product 101', 'manual 51'],
  flowmeter: ['product 101', 'product 102', 'product 103'],
  radar: ['product 104', 'manual 53', 'news 1009', 'news 1011', 'file tl-radar-datasheet.pdf'],
  turbidity: ['product 106', 'manual 54', 'news 1024'],
  'battery-powered': ['product 1112', 'news 1008'],
  irrigation: ['solution 302', 'news 1019'],
  'Wang Haiyan': ['news 1006'],
  // Tags.
  'open channel irrigation': ['product 103', 'solution 302'],
  'trade fairs': ['news 1021', 'news 2003', 'news 2002', 'news 2001', 'news 1009'],
  // About pages.
  history: ['about 2'],
  // Manuals and their chapters.
  manual: ['manual 51', 'manual 52', 'manual 53', 'manual 54', 'manual 55', 'manual 56'],
  'TL-Mag wiring': ['manual 51 3-wiring'],
  'chlor calibration': ['manual 55 5-calibration'],
  // Files.
  'tl-mag-sizing.csv': ['file tl-mag-sizing.csv'],
  'YH-Q-2024-0418': ['file iso-9001-certificate.pdf'],
  'modbus register map': ['file tl-mag-modbus-en.csv', 'file tl-gate-modbus-en.csv'],
  // Words of the text.
  PTFE: ['product 101'],
  formazin: ['product 1061'],
  // Inflections.
  flowmeters: ['product 101', 'product 102', 'product 103'],
  calibrating: ['service 203', 'product 1061', 'news 1001'],
  'flow meters': ['product 101', 'product 102', 'product 103'],
  // Typing mistakes.
  flowmter: ['product 101', 'product 102', 'product 103'],
  turbitidy: ['product 106', 'manual 54', 'news 1024'],
  'calibraton kit': ['product 1061'],
  // Mixed, widths, accents, beginnings of words.
  'TL-Mag DN50': ['product 101'],
  ＤＮ１２００: ['news 1001'],
  turbídity: ['product 106', 'manual 54', 'news 1024'],
  ultras: ['product 102', 'manual 52'],
  'IP 68': ['file ip68-test-report.pdf'],
  // Nothing.
  'blockchain cryptocurrency': [],
  '!!!': [],
  // Synonyms of site.yaml.
  magmeter: ['product 101', 'manual 51'],
  'phone number': ['about 6'],
  privacy: ['service 207'],
}
