import { describeDenied } from '../testing/describe-denied.ts'

describeDenied('eval-injection', [
  'eval $(echo cm0gLXJm | base64 -d)',
  'eval "$(echo ls)"',
  'eval `cat x`',
  'echo cm0= | base64 -d | sh',
  'echo cm0= | base64 -D | bash',
  'echo cm0= | base64 --decode | zsh',
  'base64 -d x | sh',
  'base64 -d <<< cm0= | bash',
  'bash -c "$(echo cm0= | base64 -d)"',
  'echo 726d | xxd -r -p | sh',
  'echo cm0= | openssl base64 -d | sh',
  'echo cm0= | openssl enc -base64 -d | sh',
  'echo aWQ= | base64 -d | python3',
  'echo aWQ= | base64 -di | sh',
  'source <(base64 -d <<< aWQ=)',
  '$(echo cm0= | base64 -d) -rf x',
  'sh <(base64 -d x)',
  'gpg -d x | sh',
  'gpg --decrypt x.gpg | bash',
])
