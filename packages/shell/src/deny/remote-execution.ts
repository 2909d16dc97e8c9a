import type { ShellCommand } from '../shell-command.ts'
import { codeTexts, isNamed, joinedTexts, lowerName, runsOutputOf, texts } from './command-facts.ts'

const downloaders = new Set(
  'curl wget wget2 fetch http https xh aria2c axel lynx w3m links elinks lwp-request lwp-download lwp-mirror get urlget curlie ftp tftp iwr irm invoke-webrequest invoke-restmethod'.split(
    ' ',
  ),
)

const isDownloader = (command: ShellCommand): boolean => downloaders.has(lowerName(command))

const fetchAndRun =
  /(?:urlopen|urlretrieve|requests\.get|httpx\.get|open-uri|URI\.open|Net::HTTP|LWP::|file_get_contents\s*\(\s*['"]https?:|https?\.get|fetch\s*\()[\s\S]*\b(?:exec|eval|system|spawn|popen|Function|vm\.run\w+|instance_eval)\b|\b(?:exec|eval|system|popen|Function)\s*\(?[\s\S]*(?:\bget\s*\(?\s*['"]https?:|urlopen|requests\.get|httpx\.get|URI\.open|open-uri|Net::HTTP|LWP::|file_get_contents\s*\(\s*['"]https?:|fetch\s*\()/
const powershell =
  /\b(?:iex|invoke-expression)\b[\s\S]*(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|curl|wget)|(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|curl|wget)\b[\s\S]*\|\s*(?:iex|invoke-expression)\b/i

/** A download that is piped or substituted into a shell or interpreter. */
export function remoteExecution(command: ShellCommand): string | undefined {
  if (runsOutputOf(command, isDownloader)) return `${command.argv[0]?.text ?? ''} runs what is downloaded`
  if (codeTexts(command).some((code) => fetchAndRun.test(code))) return 'the code runs what it downloads'
  if (isNamed(command, 'powershell', 'pwsh') && powershell.test(joinedTexts(command))) return 'runs what is downloaded'
  if (
    isNamed(command, 'iex', 'invoke-expression') &&
    /iwr|irm|invoke-webrequest|downloadstring/i.test(joinedTexts(command))
  )
    return 'runs what is downloaded'
  if (isNamed(command, 'mshta', 'regsvr32') && texts(command).some((text) => /https?:/i.test(text)))
    return 'runs what is downloaded'
  return undefined
}
