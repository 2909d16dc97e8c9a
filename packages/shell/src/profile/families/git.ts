import type { ProfileTable } from '../profile.ts'
import { gitChanging } from './git-changing.ts'
import { gitHistory, gitReading } from './git-reading.ts'
import { gitSharing } from './git-sharing.ts'

const globals = `
    -C=:directory -c=:run --config-env=:run --exec-path=?:run --git-dir=:run --work-tree=:run --namespace=
    --no-pager -P -p:run --paginate:run --bare --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs
    --icase-pathspecs --no-optional-locks --no-lazy-fetch --super-prefix=:gadget --attr-source= --html-path
    --man-path --info-path`

/** Git: sub-commands that read, and sub-commands that change. */
export const git: ProfileTable = {
  git: {
    options: globals,
    readonly: true,
    subcommands: { ...gitReading, ...gitHistory, ...gitChanging, ...gitSharing },
  },
  tig: { options: '--all', operands: 'name*', gadget: 'starts a browser with commands of its own' },
}
