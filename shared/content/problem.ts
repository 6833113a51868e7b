// Problems of content in words: English for logs and programs, Chinese for people who want it (`check-content --lang zh`).

/** The Chinese texts by the English ones; `{name}` stands for a value. */
const chinese = {
  // Values.
  'expected {expected}, got {got}': '应为{expected}，实际是{got}',
  'must not be empty': '不能为空',
  'must be text': '应为文字',
  'must be a JSON object in UTF-8 without the key __proto__': '应为 JSON 对象（UTF-8），且不含 __proto__',
  'expected at least two words': '至少要有两个词',
  'expected a whole number of at most {most} digits': '应为最多 {most} 位的整数',
  'expected a positive whole number': '应为正整数',
  'expected 1 to 64 of letters, digits, _ - .': '应为 1 到 64 个字母、数字、_ - .',
  'expected a date, as 2026-03-02, 2026-03-02 09:30 or 2026-03-02T09:30:00+08:00':
    '应为日期，如 2026-03-02、2026-03-02 09:30 或 2026-03-02T09:30:00+08:00',
  'expected [zh, en], [en, zh], [zh] or [en]': '应为 [zh, en]、[en, zh]、[zh] 或 [en]',
  'expected a time zone, as Asia/Shanghai or Europe/Berlin': '应为时区，如 Asia/Shanghai 或 Europe/Berlin',
  'expected a name of 1 to 40 characters without a colon': '名称应为 1 到 40 个字符，不含冒号',
  'expected at most {most} characters': '最多 {most} 个字符',
  '{key} {own} is already used in this list': '{key} {own} 在此列表中已被使用',
  // Keys.
  '{field}: {problem}': '{field}：{problem}',
  '{field} is missing': '缺少 {field}',
  'unknown key': '未知的键',
  'no longer a key: write the text in Markdown': '不再使用的键：正文请用 Markdown 书写',
  'no longer a key: remove it': '不再使用的键：请删除',
  '{problem}, did you mean {name}?': '{problem}，是否应为 {name}？',
  'the item is not public until this is corrected: {problem}': '更正之前，此项不公开：{problem}',
  '{lang}.title is missing, and brand.yaml has no {lang}.name':
    '缺少 {lang}.title，brand.yaml 中也没有 {lang}.name',
  // URLs.
  'unsafe URL: {problem}': '不安全的 URL：{problem}',
  'unsafe URL: {url}; {problem}': '不安全的 URL：{url}；{problem}',
  'has a space at the start or the end': '开头或结尾有空格',
  'has a backslash; write /': '含有反斜杠，应写 /',
  'http:// is not allowed; write https://': '不允许 http://，应写 https://',
  'must start with / or https://': '必须以 / 或 https:// 开头',
  'has a space; write %20 for it, or give the file a name without one':
    '含有空格：写成 %20，或改用不含空格的文件名',
  'must name a host after https://': 'https:// 之后必须有主机名',
  'has a character that no URL has': '含有 URL 中不允许的字符',
  'shown as text, because of the space: write angle brackets around the URL, as in [text](</a b>)':
    '因为有空格，会原样显示：网址要加尖括号，如 [文字](</a b>)',
  'shown as text: a heading needs # and a space before its words, as in ## Title':
    '会原样显示：标题的 # 与文字之间要有半角空格，如 ## 标题',
  'shown as text: a link needs half-width parentheses, as in [text](/path)':
    '会原样显示：链接要用半角括号，如 [文字](/path)',
  'shown as text: bold needs half-width asterisks, as in **text**':
    '会原样显示：粗体要用半角星号，如 **文字**',
  'shown as text: there is no block with :::; a note is a quotation, as in > **Note** text':
    '会原样显示：没有 ::: 这种写法，提示框写成引用，如 > **提示** 正文',
  'shown as text: ids of headings are made of their words': '会原样显示：标题的 id 由标题文字生成',
  'a comment without an end: the text after it is not shown; write --> after the comment':
    '注释没有结束，其后的正文都不显示：请在注释末尾写 -->',
  'no heading of this text has the id {id}': '正文中没有 id 为 {id} 的标题',
  'the file takes too long to read: divide it, or simplify its text':
    '文件处理时间过长：请拆分文件或简化正文',
  'no such file: {url}': '没有这个文件：{url}',
  'no such item: {url}': '没有这一项：{url}',
  'no page has the address {url}': '没有地址为 {url} 的页面',
  'a link to a page in the other language: {url}; in this language it is {path}':
    '链接指向另一种语言的页面：{url}；本语言的页面是 {path}',
  '{url} is not shown by most browsers: save it as JPEG': '{url} 在多数浏览器中不能显示：请另存为 JPEG',
  // Addresses.
  'expected the address of a page, as /old/page.html or /show.asp?id=12, without #':
    '应为页面的地址，如 /old/page.html 或 /show.asp?id=12，不含 #',
  'is an address that cannot be moved': '这个地址不能移动',
  'expected a path of this site, as /news, or an item, as news/fair':
    '应为本站的路径（如 /news）或一项内容（如 news/fair）',
  'a page of every site': '每个网站都有的页面',
  '{from} leads nowhere else: it is the address of {page}': '{from} 不会转到别处：它是{page}的地址',
  '{from} already leads elsewhere ({file}:{line})': '{from} 已经转到别处（{file}:{line}）',
  '{from} leads back to itself': '{from} 又转回自身',
  // Sections.
  'expected 1 to 40 small letters, digits and hyphens, as in our-work':
    '应为 1 到 40 个小写字母、数字和连字符，如 our-work',
  '{slug} is the address of a language': '{slug} 是语言的地址',
  '/{slug} is an address that every site has': '/{slug} 是每个网站都有的地址',
  'expected at least one section': '至少要有一个栏目',
  // The brand.
  'the name of the file must end in its size, as logo-160x32.svg': '文件名须以尺寸结尾，如 logo-160x32.svg',
  'expected an SVG file below /media/': '应为 /media/ 下的 SVG 文件',
  "expected a colour in quotes, as '#334a66'": "应为带引号的颜色，如 '#334a66'",
  'the contrast of {colour} to {other} is {found}:1, {needed}:1 is needed':
    '{colour} 与 {other} 的对比度是 {found}:1，需要 {needed}:1',
  // The form.
  'expected 1 to 40 of small letters, digits and _, with a letter first':
    '应为 1 到 40 个小写字母、数字和 _，以字母开头',
  '{name} is reserved for the page': '{name} 由页面占用',
  'expected a whole number from 1 to {most}': '应为 1 到 {most} 的整数',
  'a select needs choices': 'select 需要 choices',
  'only a select has choices': '只有 select 才有 choices',
  'expected at most {most} fields': '最多 {most} 个字段',
  // Ids, signs and relations.
  'id {id} is that of {file}: as its other language this file must be named {name}; as another item it needs an id of its own, the next free one is {next}':
    '编号 {id} 属于 {file}：若是它的另一种语言，本文件应命名为 {name}；若是另一项，则需要自己的编号，下一个可用编号是 {next}',
  'id {id} is already used by {file}; the next free id is {next}':
    '编号 {id} 已被 {file} 使用；下一个可用编号是 {next}',
  'id {id} differs from {other} in {file}': '编号 {id} 与 {file} 中的 {other} 不同',
  'sign {sign} is already used by {file}': '标识 {sign} 已被 {file} 使用',
  'parent {parent} is itself a sub-item ({file})': '上级 {parent} 自己就是子项（{file}）',
  'parent {parent} does not exist in this folder and language': '此文件夹和语言中没有上级 {parent}',
  'product {id} does not exist in this language': '此语言中没有产品 {id}',
  // Files.
  'unknown folder': '未知的文件夹',
  'unknown file': '未知的文件',
  'a folder in a folder of Markdown files: move its files up':
    'Markdown 文件夹中的子文件夹：请把文件移到上一级',
  'the name must end in .zh.md or .en.md': '文件名必须以 .zh.md 或 .en.md 结尾',
  'not UTF-8 text': '不是 UTF-8 文本',
  'the file must start with a line ---': '文件必须以一行 --- 开头',
  'the front matter has no closing line ---': 'front matter 缺少结束的一行 ---',
  'the file is missing': '文件不存在',
  'the server may not read the file: its permissions forbid it': '服务器无权读取此文件',
  'expected a file, found a folder': '应为文件，实际是文件夹',
  'expected a file, found a pipe, a socket or a device': '应为文件，实际是管道、套接字或设备',
  'cannot be read ({code})': '无法读取（{code}）',
  'the file has {size} MB, at most {most} MB are read': '文件有 {size} MB，最多读取 {most} MB',
  'cannot be parsed: {message}': '无法解析：{message}',
  'expected at most {characters} characters of HTML and {depth} open elements':
    '应为最多 {characters} 个字符的 HTML，元素最多嵌套 {depth} 层',
  // YAML.
  'not YAML: {problem}': '不是有效的 YAML：{problem}',
  'a full-width colon (：) after a key; write a colon and a space (: )':
    '键后是全角冒号（：），应写半角冒号和空格（: ）',
  'no space after the colon of a key; write a colon and a space (: )':
    '键的冒号后缺少空格，应写半角冒号和空格（: ）',
  'a text with a colon and a space (: ) needs quotes around it, as in title: "One: two"':
    '含有半角冒号和空格（: ）的文本要加引号，如 title: "One: two"',
  'a no-break or full-width space after the colon of a key; write an ordinary space':
    '键的冒号后是全角空格或不换行空格，应写半角空格',
  'what follows the # is a comment: {text}; put quotes around the whole text':
    '# 之后成了注释，不会显示：{text}；请给整段文字加引号',
  'one entry: {text}; write a comma and a space between two, as in [a, b]':
    '只算一项：{text}；两项之间要用半角逗号和空格，如 [a, b]',
  'nothing before *{name} is marked &{name}; a text that starts with * needs quotes':
    '*{name} 前面没有标为 &{name} 的值；以 * 开头的文本要加引号',
} as const satisfies Record<string, string>

type Text = keyof typeof chinese
/** `problem`: in English. */
export type Problem = { problem: string; zh: string }
type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Values<T extends Text> = Record<Names<T>, string | number | Problem>

/** The problem in both languages; a text without Chinese is an error of types. */
export function say<T extends Text>(
  text: T,
  ...[values]: Record<never, never> extends Values<T> ? [] : [Values<T>]
): Problem {
  return {
    problem: filled(text, values, ({ problem }) => problem),
    zh: filled(chinese[text], values, ({ zh }) => zh),
  }
}

function filled(text: string, values: object | undefined, inLanguage: (problem: Problem) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (values as Record<string, string | number | Problem>)[name]!
    return typeof value === 'object' ? inLanguage(value) : String(value)
  })
}

/** Exported for the test of the table. */
export const problemTexts: Readonly<Record<string, string>> = chinese
