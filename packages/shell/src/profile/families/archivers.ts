import { checkArchive } from '../checks/check-archive.ts'
import { checkTar } from '../checks/check-tar.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const compress: Profile = {
  options: `
      -# -[cdfklnNqrtvzT] --stdout --to-stdout --decompress --uncompress --keep --list --test --verbose --quiet
      --force --best --fast --recursive --name --no-name -S= --suffix= --threads=? -T= --rm:gadget --output=:output
      -o=:output -D=:read`,
  operands: 'write*',
  readonly: true,
  check: checkArchive,
}
const reader: Profile = { options: '-[cdfklqrtvV]', operands: 'read*', readonly: true }

/** Archives and compression. Listing and testing read, everything else writes. */
export const archivers: ProfileTable = {
  tar: { anyOption: true, operands: 'data*', readonly: true, check: checkTar },
  gtar: { anyOption: true, operands: 'data*', readonly: true, check: checkTar },
  bsdtar: { anyOption: true, operands: 'data*', readonly: true, check: checkTar },
  gzip: compress,
  gunzip: compress,
  bzip2: compress,
  bunzip2: compress,
  xz: compress,
  unxz: compress,
  lzma: compress,
  zstd: compress,
  unzstd: compress,
  lz4: compress,
  brotli: compress,
  pigz: compress,
  zcat: reader,
  gzcat: reader,
  bzcat: reader,
  xzcat: reader,
  zstdcat: reader,
  zless: { operands: 'gadget*' },
  zip: {
    touches: 'named',
    options: `
        -# -[qvjyXluDFo] -r|--recurse-paths:recursive -x= -i= -s= -n= --exclude= -e:gadget -T:gadget -TT=:run --unzip-command=:run -m:gadget
        -d:gadget -@:gadget`,
    operands: 'write read*',
    check: (call) => {
      if (call.has('-m', '-@')) call.strays('removes what it packs, or reads names from its input')
    },
  },
  unzip: {
    options: '-[lvtZzpqnjCLMabu] -x= -o:change -d=:write -P= -1',
    operands: 'read name*',
    readonly: true,
    check: (call) => {
      const [archive] = call.parsed.operands
      if (!call.has('-l', '-v', '-t', '-Z', '-z', '-p'))
        call.gadget(archive?.index ?? -1, 'writes whatever files the archive names')
    },
  },
  zipinfo: { options: '-[12lmvszhtT]', operands: 'read name*', readonly: true },
  unrar: { style: 'posix', operands: 'gadget*' },
  '7z': {
    style: 'posix',
    subcommands: {
      l: { options: '-slt -r -p=', style: 'single', operands: 'read name*', readonly: true },
      t: { options: '-r', style: 'single', operands: 'read name*', readonly: true },
      x: { options: '-y -aoa -aos -bd', style: 'single', operands: 'gadget*' },
    },
  },
  ar: {
    subcommands: {
      t: { operands: 'read name*', readonly: true },
      tv: { operands: 'read name*', readonly: true },
      p: { operands: 'read name*', readonly: true },
    },
  },
  cpio: { options: '-t --list -i:gadget -o:gadget -p:gadget -v -d:gadget', operands: 'gadget*' },
  jar: { subcommands: { tf: { operands: 'read', readonly: true }, tvf: { operands: 'read', readonly: true } } },
}
