import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('package-managers', {
  reads: ['npm ls', 'npm ls --depth=0', 'npm --version', 'npm outdated --help'],
  granted: {
    'npm test': [
      'npm test',
      'npm test -- --watch',
      'FORCE_COLOR=1 npm test',
      'npm test 2>/dev/null',
      'npm test > /dev/null 2>&1',
      'time npm test',
    ],
    'npm run build': ['npm run build', 'npm run build -- --prod', 'NODE_ENV=production npm run build'],
    'npm run': ['npm run lint'],
    'npm ci': ['npm ci'],
    'npm install': ['npm install', 'npm install lodash', 'npm install --save-dev eslint@8 @types/node'],
    'npm i': ['npm i -D typescript'],
    'yarn build': ['yarn build'],
    'yarn test': ['yarn test --coverage'],
    'yarn add': ['yarn add react'],
    'pnpm install': ['pnpm install --frozen-lockfile'],
    pnpm: ['pnpm -r build'],
    'pnpm run test': ['pnpm run test'],
  },
  riders: {
    'npm test': [
      "NODE_OPTIONS='--require /tmp/x' npm test",
      'npm_config_script_shell=/tmp/x npm test',
      "npm test --node-options='-r /tmp/x'",
    ],
    npm: ['npm publish', 'npm config set script-shell id', 'npm init evil', 'npm --prefix /tmp run x'],
    'npm install': [
      'npm install https://e/x.tgz',
      'npm install git+ssh://e/x',
      'npm install user/repo',
      'npm install -g x',
      'npm install --registry=https://e x',
      'npm install --prefix /tmp x',
    ],
    'npm run': ['npm run x --script-shell=/tmp/x'],
  },
})
