import type { CallBuilder } from '../call-builder.ts'

const reading =
  /^(?:describe|list|get|ls|head|help|show|status|info|search|lookup|view|preview|validate|logs|tail|version|wait|filter-log|batch-get|query|scan|estimate|ps|apps|releases|regions|zones|configurations|whoami)(?:-|$)/

/** Words that may precede the verb: services and kinds of things. Any other word may be a verb itself. */
const groups = new Set(
  `account acr ad admin ai aks alpha app apphosting artifacts auth batch beta billing blob boards bot cdn cloud cluster compute config
  container containerapp cosmosdb dataflow dataproc db deployment devops disk dns eventhub feature file firestore functionapp group
  hosting hub iam identity image iot job k8s keyvault kms kubernetes lb lock log log-analytics logging machine monitor mysql namespace
  network nic node notebook nsg org organization pipeline plan policy postgres project provider public-ip pubsub queue r2 record-set redis
  registry resource role run scheduler scheduling servicebus share sig snapshot source space spanner sql storage subnet tag team topic user
  vm vmss vnet volume vpc webapp workbench worker workspace zone d1 kv`.split(/\s+/),
)
const isGroup = (text: string): boolean => groups.has(text) || /^[a-z][a-z-]*s$/.test(text)

/** A value or word that may name a file, a program or an address. */
const mayLead =
  /^[~/@]|^\.{1,2}(?:\/|$)|=[~/@]|(?:^|\/)\.\.(?:\/|$)|:\/\/|\.(?:[a-z]?sh|[cm]?[jt]s|py|rb|ya?ml|json|toml|zip|jar|exe|env|pem|tf)$/i

/** Cloud commands are read by the verb among their first words: what is not a reading verb must be spelled by a rule. */
export function checkCloud(call: CallBuilder, verbAt: number, options: readonly string[]): void {
  const words = call.argv.map((word, index) => ({ word, index })).slice(1)
  const flagsStart = words.findIndex(({ word }) => word.text.startsWith('-'))
  const names = words.slice(0, flagsStart < 0 ? words.length : flagsStart)
  const verb = verbAt < 99 ? names[verbAt - 1] : names.find(({ word }) => reading.test(word.text))
  if (verb === undefined || !reading.test(verb.word.text)) {
    const last = verb ?? names.at(-1)
    call.gadget(last?.index ?? -1, `${last?.word.text ?? 'this'} may change what runs`)
  }
  if (verbAt === 99) {
    const before = names.slice(0, verb === undefined ? 0 : names.indexOf(verb))
    for (const { word, index } of before)
      if (!isGroup(word.text)) call.gadget(index, `${word.text} is not known to only name what is read`)
  }
  for (const { word, index } of words) {
    if (mayLead.test(word.text) && !/^(?:s3|gs):\/\//.test(word.text))
      call.gadget(index, `${word.text} may name a file`)
    const [name = ''] = word.text.split('=', 1)
    if (options.some((option) => option === name || (name.length > 4 && option.startsWith(name))))
      call.gadget(index, `${name} changes whom the command talks to`)
    if (
      /(?:secret|password|token|credential|kubeconfig|access-key|login|ssh|print-|decrypt|get-object|get-parameter|export|download|keys?$)/.test(
        name,
      ) &&
      !name.startsWith('--')
    )
      call.gadget(index, `${name} shows or uses credentials`)
    if (/^--(?:with-decryption|\w[\w-]*(?:-file|-url|outfile|-key|-config))$/.test(name))
      call.gadget(index, `${name} does more than naming what is read`)
    if (/^(?:file|fileb|https?):\/\//.test(word.text)) call.gadget(index, `${word.text} loads a file`)
  }
}

/** `aws s3 cp`, `mv`, `sync`, `rm`: the sides without `s3://` are paths of this machine. */
export function checkAws(call: CallBuilder): void {
  checkCloud(call, 2, [
    '--endpoint-url',
    '--cli-input-json',
    '--cli-input-yaml',
    '--no-verify-ssl',
    '--ca-bundle',
    '--profile',
  ])
  const [, service, verb] = call.argv
  if (service?.text !== 's3') refusePositional(call)
  if (service?.text !== 's3' || !/^(?:cp|mv|sync)$/.test(verb?.text ?? '')) return
  call.recursive = verb?.text === 'sync' || call.argv.some((word) => word.text === '--recursive')
  for (const [index, word] of call.argv.entries()) {
    if (word.text.startsWith('--acl')) call.gadget(index, 'says who may read it')
    if (word.text === '--delete') call.gadget(index, 'deletes what is not on the other side')
    if (index < 3 || word.text.startsWith('-') || word.text.startsWith('s3://')) continue
    const source = call.argv.slice(index + 1).some((later) => later.text.startsWith('s3://'))
    call.path(word, verb?.text === 'mv' ? 'delete' : source ? 'read' : 'write')
  }
}

/** A word that follows the value of an option is the file to write (`aws s3api get-object … FILE`), unless the option takes a list. */
function refusePositional(call: CallBuilder): void {
  for (const [index, word] of call.argv.entries()) {
    const isFree = index > 3 && [word, call.argv[index - 1]].every((one) => one?.text.startsWith('-') === false)
    const option = call.argv.slice(0, index).findLast(({ text }) => text.startsWith('-'))
    if (isFree && !(/^--[a-z-]+s$/.test(option?.text ?? '') && /^[\w=,:*-]+$/.test(word.text)))
      call.gadget(index, `${word.text} may be a file to write`)
  }
}
