import { sliceWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/** Values of curl that begin with `@` name files; methods other than reading ones and schemes other than HTTP are gadgets. */
export function checkCurl(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    if (value === undefined) continue
    const { text } = value
    const data =
      /^(?:-d|--data|--data-ascii|--data-binary|--data-urlencode|--json|-F|--form|-H|--header|-w|--write-out|--url-query)$/.test(
        option.name,
      )
    const at = /^(?:-F|--form|--data-urlencode|--url-query)$/.test(option.name)
      ? text.search(/(?:^|=)[@<]|^[^=@]*@/)
      : text.startsWith('@')
        ? 0
        : -1
    if (data && at >= 0)
      call.apply(
        'send',
        sliceWord(value, text.indexOf('@', at) < 0 ? at + 1 : text.indexOf('@', at) + 1),
        index,
        option.name,
      )
    if (option.name === '--url' && text.startsWith('@')) call.gadget(index, `${text} names a file of addresses`)
    if (/^(?:-w|--write-out)$/.test(option.name) && text.includes('%output{'))
      call.gadget(index, `${text} writes a file`)
    if ((option.name === '-b' || option.name === '--cookie') && !text.includes('='))
      call.apply('send', value, index, option.name)
    if ((option.name === '-X' || option.name === '--request') && !/^(?:GET|HEAD|OPTIONS)$/.test(text))
      call.gadget(index, `${text} changes something`)
    if (option.role === 'pattern' && !value.static && (value.secret || value.prefix === ''))
      call.gadget(index, `${text} is not known beforehand`)
  }
  for (const { word, index } of call.parsed.operands) {
    const scheme = /^([a-z][a-z0-9+.-]*):(?=\/|[^\d])/i.exec(word.text)?.[1]?.toLowerCase()
    if (/[{,](?!https?:)[a-z][a-z0-9+.-]*:/i.test(word.text)) call.gadget(index, `${word.text} names other schemes`)
    if (scheme === 'file') call.path(sliceWord(word, /^file:(?:\/\/)?/i.exec(word.text)?.[0].length ?? 0), 'read')
    if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') call.gadget(index, `${scheme} is not HTTP`)
  }
}

/** Without `-O` the file gets the name that ends the URL. */
export function checkWget(call: CallBuilder): void {
  if (call.has('-r', '--recursive', '-m', '-i', '--input-file')) call.strays('writes whatever files it is sent')
  if (call.has('-O', '--output-document', '--spider')) return
  for (const { word } of call.parsed.operands) {
    const path = word.text.replace(/^[a-z]+:\/\/[^/]*|[?#].*$/gi, '')
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (name !== '') call.path({ ...word, text: name, prefix: word.static ? name : '' }, 'write')
  }
}
