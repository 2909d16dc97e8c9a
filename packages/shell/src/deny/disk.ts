import type { ShellCommand } from '../shell-command.ts'
import { asksForHelp, lowerName, texts } from './command-facts.ts'

const device =
  /^\/dev\/(?:(?:[shv]d|xvd)(?:[a-z*?[]|$)|nvme|mmcblk|dm-|md\d|mapper\/|disk|rdisk|sr\d|nbd|loop\d|ram\d|zd\d|mem$|kmem$|port$|block\/|vg)/

const makers =
  /^(?:mkfs(?:\..+)?|mke2fs|mkswap|mkntfs|mkdosfs|newfs(?:_.+)?|blkdiscard|fdformat|diskpart|pvcreate|pvremove|vgremove|lvremove|sponge)$/
/** Programs that only change a disk in some of their forms. */
const forms: ReadonlyMap<string, RegExp> = new Map([
  ['wipefs', /^-[a-z]*a|^--all|^-[a-z]*o|^--offset/],
  ['sgdisk', /^-[ZzoOdntcGgRlu]|^--(?:zap|clear|delete|new|load|randomize|replicate|mbrtogpt|gpttombr|zap-all)/],
  ['sfdisk', /^--(?:delete|wipe|append|force)|^\/dev\//],
  ['parted', /^(?:mklabel|mktable|mkpart|rm|resizepart|mkfs)$/],
  ['hdparm', /^--(?:security-erase|trim-sector|write-sector|format)/],
  ['nvme', /^(?:format|sanitize|write|write-zeroes)$/],
  ['cryptsetup', /^(?:luksFormat|erase|luksErase|reencrypt)$/],
  ['zpool', /^(?:create|destroy|labelclear)$/],
  ['zfs', /^destroy$/],
  ['mdadm', /^--(?:create|zero-superblock)|^-C$/],
  ['badblocks', /^-[a-z]*[wn]/],
  ['diskutil', /^(?:erase|partitionDisk|zeroDisk|randomDisk|secureErase|apfs$)/i],
  ['format', /^[a-z]:|^\/dev\//i],
  ['dmsetup', /^(?:remove_all|wipe_table)$/],
  ['ddrescue', /^\/dev\//],
  ['dcfldd', /^of=\/dev\//],
  ['sg_format', /^--format/],
])
const questions = /^(?:--help|--version|-V|-h|-l|--list|-p|--print|-n|--no-act|--test|--dry-run)$/
/** `sfdisk -d` dumps, `wipefs -n -a` only says what it would do. */
const ownQuestions: ReadonlyMap<string, RegExp> = new Map([
  ['sfdisk', /^(?:-d|--dump|-J|--json|-s|--show-size|-F|--list-free|-V|--verify)$/],
  ['wipefs', /^(?:-[a-z]*n[a-z]*|--no-act)$/],
])
/** A file that holds the image of a disk, by its name. */
const imageFile = /^(?!-|\/dev\/).*\.(?:img|iso|raw|qcow2|image|ext[234]|dmg)$/

/** Makes file systems, changes partition tables, or writes to a block device by whatever program. */
export function disk(command: ShellCommand): string | undefined {
  const writes = command.redirects.find(
    (redirect) => redirect.operator !== '<' && device.test(redirect.path?.path ?? ''),
  )
  if (writes !== undefined) return `writes to ${writes.target.text}`
  if (asksForHelp(command)) return undefined
  const name = lowerName(command)
  const words = texts(command)
  const harmless =
    words.some((word) => ownQuestions.get(name)?.test(word) === true) ||
    (words.some((word) => questions.test(word)) && !words.some((word) => /^--?(?:a|all|zap)/.test(word)))
  const image =
    command.argv.slice(1).every((word) => word.static) &&
    words.some((word) => imageFile.test(word)) &&
    !words.some((word) => device.test(word))
  if (makers.test(name) && !harmless && !image && (name !== 'sponge' || words.some((word) => device.test(word))))
    return `${name} overwrites a disk`
  const form = forms.get(name)
  if (form !== undefined && !harmless && words.some((word) => form.test(word))) return `${name} changes a disk`
  if (
    (name === 'fdisk' || name === 'gdisk' || name === 'cfdisk') &&
    !harmless &&
    words.some((word) => device.test(word))
  )
    return `${name} changes a disk`
  if (!command.call.profiled) return undefined
  const use = command.call.paths.find(
    (path) => (path.access === 'write' || path.access === 'delete') && device.test(path.path),
  )
  return use === undefined ? undefined : `writes to ${use.path}`
}
