// Queries over the sample content, each with the items that have to come first, in any order among themselves.
// `product 101`, `manual 51 3-wiring` (a chapter), `file tl-mag-sizing.csv` (of a download page).

const zh: Record<string, string[]> = {
  // 名称与标题
  'TL-Mag': ['product 101'],
  电磁流量计: ['product 101', 'manual 51'],
  流量计: ['product 101', 'product 102', 'product 103'],
  雷达水位计: ['product 104', 'manual 53', 'news 1009'],
  灌区量水: ['solution 302'],
  王海燕: ['news 1006'],
  // 标签
  展会: ['news 1021', 'news 2003', 'news 2002', 'news 2001', 'news 1009'],
  // 关于
  发展历程: ['about 2'],
  // 手册与章节
  使用手册: ['manual 51', 'manual 52', 'manual 53', 'manual 54', 'manual 55', 'manual 56'],
  'TL-Mag 接线': ['manual 51 3-接线'],
  // 文件
  'tl-mag-sizing-zh.csv': ['file tl-mag-sizing-zh.csv'],
  寄存器表: ['file tl-mag-modbus-zh.csv', 'file tl-gate-modbus-zh.csv'],
  数据单: [
    'file tl-mag-datasheet-zh.pdf',
    'file tl-sonic-datasheet-zh.pdf',
    'file tl-radar-datasheet-zh.pdf',
    'file tl-gate-datasheet-zh.pdf',
  ],
  // 一个字与两个字
  坝: ['solution 305', 'news 1031'],
  刷: ['product 1062', 'news 1024', 'manual 54 5-清洗与刷子', 'news 2005'],
  校准: ['product 111', 'service 203', 'news 1001'],
  雷达: ['product 104', 'manual 53', 'news 1009'],
  // 正文
  福尔马肼: ['product 1061'],
  // 长词、几个词
  供水管网漏损: ['solution 301'],
  '浊度 手册': ['manual 54'],
  // 错字
  电磁流量记: ['product 101', 'manual 51'],
  flowmter: [],
  // 繁体
  流量計: ['product 101', 'product 102', 'product 103'],
  聯繫我們: ['about 6'],
  // 混合与全角
  电磁流量计DN50: ['product 101'],
  ＤＮ１２００: ['news 1001'],
  'IP 68': ['file ip68-test-report-zh.pdf'],
  // 没有结果
  区块链基金: [],
  '！？。': [],
  // Synonyms of site.yaml.
  職位: ['about 4'],
  电话: ['about 6'],
  隐私: ['service 207'],
}

const en: Record<string, string[]> = {
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

export const knownQueries = { zh, en }

/**
 * What people type who do not know the words of the pages: sizes, codes, specifications, everyday words, questions. One of what
 * they mean has to be among the first five results. Written before the texts of the sample were read.
 */
export const typedQueries: Record<'zh' | 'en', Record<string, string[]>> = {
  zh: {
    'DN80 脏水': ['product 101'],
    '80口径 流量计': ['product 101'],
    '管径300 流量计': ['product 101', 'product 102'],
    '80 mm 电磁流量计': ['product 101'],
    DN800: ['product 101', 'product 102'],
    '10米 水位': ['product 104', 'product 105'],
    溶氧: ['product 108'],
    'pH 电极': ['product 108'],
    '4-20mA 液位': ['product 104', 'product 105'],
    余氯仪说明书: ['manual 55'],
    怎么接线: ['manual 51 3-接线', 'manual 52 3-接线', 'manual 53 3-接线', 'manual 56 3-接线'],
    多久校准一次: ['service 203', 'manual 54 4-校准', 'manual 55 5-校准'],
    电池能用多久: ['product 1112', 'file tl-mag-battery-life.csv', 'news 1008'],
    如何安装超声波流量计: ['product 102', 'manual 52', 'manual 52 3-安装'],
    '太阳能 4G 上传数据': ['product 109'],
    '防水 IP68': ['file ip68-test-report-zh.pdf', 'product 101', 'product 105'],
    水管漏水怎么查: ['solution 301'],
    表坏了怎么修: ['service 206'],
    污水厂用什么流量计: ['solution 303', 'product 101'],
    价格: ['news 1015'],
  },
  en: {
    'DN80 dirty water': ['product 101'],
    '80 mm flow meter': ['product 101', 'product 102'],
    'DN 300': ['product 101', 'product 102'],
    DN1000: ['product 101', 'product 102'],
    '4 inch mag meter': ['product 101'],
    'how to install a clamp-on meter': ['product 102', 'manual 52', 'news 1013'],
    'how do I wire the flowmeter': ['manual 51 3-wiring', 'manual 52 4-wiring', 'manual 51'],
    'sewage flow meter': ['product 101', 'solution 303'],
    'dissolved oxygen probe': ['product 108'],
    '4-20 mA level sensor': ['product 104', 'product 105'],
    'turbidity user guide': ['manual 54'],
    'how often should a meter be calibrated': ['service 203', 'news 1036'],
    'water level 20 m': ['product 104', 'product 105'],
    'RS485 modbus flow meter': ['product 101', 'file tl-mag-modbus-en.csv'],
    '4G data logger': ['product 109'],
    'chlorine in tap water': ['product 107'],
    'find a leak in the pipes': ['solution 301', 'news 1004'],
    'broken meter': ['service 206'],
    'radar data sheet pdf': ['file tl-radar-datasheet.pdf'],
    'IP68 sensor': ['product 105', 'product 101', 'file ip68-test-report.pdf'],
  },
}
