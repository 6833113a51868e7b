// Chinese queries over the sample content, each with the items that have to come first, in any order among themselves.
// `product 101`, `manual 51 3-接线` (a chapter), `file tl-mag-sizing.csv` (of a download page).

export const chineseQueries: Record<string, string[]> = {
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
