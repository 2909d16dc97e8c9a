import { type Obeyed, script, tool } from './obeyed.ts'

const compose: Obeyed = {
  files: `docker-compose.yml docker-compose.yaml compose.yml compose.yaml docker-compose.override.yml compose.override.yml
    Dockerfile .env`,
  options: '-f --file --env-file',
  folders: '--project-directory',
}

const containers: Obeyed = {
  subcommands: {
    build: { files: 'Dockerfile Containerfile .dockerignore', options: '-f --file', words: true },
    bake: { files: 'docker-bake.hcl docker-bake.json Dockerfile', options: '-f --file' },
    compose,
    run: { options: '--env-file' },
    kube: script,
  },
}

const hooks = (names: string): Obeyed => ({
  files: `${names
    .split(' ')
    .flatMap((name) => [`.git/hooks/${name}`, `.husky/${name}`])
    .join(' ')} .pre-commit-config.yaml lefthook.yml .lefthook.yml`,
  upward: true,
})

const git: Obeyed = {
  files: '.git/config .gitattributes .gitmodules',
  upward: true,
  folders: '-C',
  subcommands: {
    commit: hooks('pre-commit prepare-commit-msg commit-msg post-commit post-rewrite'),
    merge: hooks('pre-merge-commit prepare-commit-msg commit-msg post-merge'),
    pull: hooks('pre-merge-commit prepare-commit-msg commit-msg post-merge post-checkout pre-rebase post-rewrite'),
    rebase: hooks('pre-rebase post-checkout post-rewrite pre-commit prepare-commit-msg commit-msg post-commit'),
    'cherry-pick': hooks('prepare-commit-msg commit-msg post-commit'),
    revert: hooks('prepare-commit-msg commit-msg post-commit'),
    push: hooks('pre-push reference-transaction'),
    checkout: hooks('post-checkout'),
    switch: hooks('post-checkout'),
    clone: hooks('post-checkout'),
    worktree: hooks('post-checkout'),
    am: hooks('applypatch-msg pre-applypatch post-applypatch'),
    gc: hooks('pre-auto-gc'),
    bisect: script,
  },
}

const infrastructure: Obeyed = { endings: '.tf .tfvars .tf.json .hcl', folders: '-chdir', options: '-var-file' }

/** Containers, clusters, machines and repositories. */
export const machines: Readonly<Record<string, Obeyed>> = {
  // Containers, clusters and machines.
  docker: containers,
  podman: containers,
  nerdctl: containers,
  buildah: containers,
  buildctl: { files: 'Dockerfile' },
  'docker-compose': compose,
  kubectl: { options: '-f --filename -k --kustomize' },
  helm: { files: 'Chart.yaml values.yaml', options: '-f --values' },
  skaffold: tool('skaffold.yaml', '-f --filename'),
  tilt: tool('Tiltfile', '-f --file'),
  terraform: infrastructure,
  tofu: infrastructure,
  terragrunt: infrastructure,
  packer: { endings: '.pkr.hcl', words: true },
  pulumi: { files: 'Pulumi.yaml', folders: '-C --cwd' },
  cdk: tool('cdk.json'),
  serverless: tool('serverless.yml serverless.ts'),
  'ansible-playbook': { files: 'ansible.cfg', words: true, options: '-i --inventory' },
  ansible: { files: 'ansible.cfg', options: '-i --inventory' },
  vagrant: tool('Vagrantfile'),
  act: { files: '.actrc', options: '-W --workflows' },
  direnv: tool('.envrc'),
  mise: tool('mise.toml .mise.toml .tool-versions'),
  nix: { files: 'flake.nix flake.lock', words: true },
  'nix-shell': { files: 'shell.nix default.nix', words: true },
  'nix-build': { files: 'default.nix', words: true },
  git,
}
