import { checkClusterFiles, checkClusterReads, checkCopy } from '../checks/check-containers.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const kube = `
    -n|--namespace= -A --all-namespaces -l|--selector= -o|--output= --context=:gadget --cluster=:gadget --request-timeout= --v=
    -v= --no-headers --show-labels --sort-by= --field-selector= -w|--watch --ignore-not-found --chunk-size=
    --kubeconfig=:gadget --token=:gadget --as=:gadget --server=:gadget -s=:gadget --insecure-skip-tls-verify:gadget`
const kubeReads = (options = ''): Profile => ({
  options: `${kube} ${options}`,
  operands: 'name*',
  effects: ['network'],
  check: checkClusterReads,
})
const kubeWidens = (why: string, options = '', more: Partial<Profile> = {}): Profile => ({
  options: `${kube} ${options}`,
  gadget: why,
  operands: 'name*',
  effects: ['network'],
  check: checkClusterFiles,
  ...more,
})
const entersPod = '-i -t -it -ti --stdin --tty -q --quiet -c= --container= --pod-running-timeout='
const manifests = `
    -f|--filename=:read -k|--kustomize=:list -R|--recursive --dry-run=? --server-side --validate=? --wait=? --timeout=
    --record --save-config --overwrite=? --field-manager= --prune:gadget --force:gadget --force-conflicts:gadget
    --all:gadget`
/**
 * Sub-commands that change or enter a cluster: the words after the sub-command, and options that do not go beyond it.
 */
const changing: Readonly<Record<string, string>> = {
  exec: entersPod,
  attach: entersPod,
  debug: entersPod,
  run: `${entersPod} --image= --restart= --rm --port= --env= --labels= --command --dry-run=?`,
  'port-forward': '--pod-running-timeout= --address=:gadget',
  proxy: '--port= -p=',
  edit: '',
  delete: `${manifests} --ignore-not-found --grace-period= --now --cascade=?`,
  apply: manifests,
  create: `${manifests} --image= --replicas= --port= --from-literal=:data --from-file=:read --from-env-file=:read --schedule= --verb= --resource=`,
  replace: manifests,
  patch: `${manifests} -p|--patch=:data --type= --patch-file=:read --subresource=`,
  scale: `${manifests} --replicas= --current-replicas= --resource-version=`,
  autoscale: `${manifests} --min= --max= --cpu-percent=`,
  set: `${manifests} --local --list --env=`,
  label: `${manifests} --list`,
  annotate: `${manifests} --list`,
  expose: `${manifests} --port= --target-port= --type= --name= --protocol=`,
  drain: '--ignore-daemonsets --timeout= --grace-period= --delete-emptydir-data:gadget --force:gadget',
  cordon: '',
  uncordon: '',
  taint: '--overwrite',
  certificate: '',
  plugin: '',
  krew: '',
}
const charts = `
    -f|--values=:read --set=:data --set-string=:data --set-file=:gadget --version= --create-namespace --wait --timeout=
    --atomic --dry-run=? -i|--install --reuse-values --reset-values --debug --description= --keep-history --cleanup-on-fail
    --dependency-update --skip-crds --generate-name --post-renderer=:run --repo=:gadget --force:gadget
    --enable-dns:gadget`
const kubectl: Profile = {
  options: kube,
  subcommands: {
    get: kubeReads('--show-kind --raw=:gadget -f=:read -L= --show-managed-fields'),
    describe: kubeReads('-f=:read --show-events='),
    logs: kubeReads(
      `
        -f --follow -c= --container= --tail= --since= --since-time= -p --previous --timestamps --all-containers
        --prefix --max-log-requests=`,
    ),
    top: kubeReads('--containers'),
    explain: kubeReads('--recursive --api-version='),
    version: kubeReads('--client --short'),
    'api-resources': kubeReads('--verbs= --namespaced= --api-group='),
    'api-versions': kubeReads(),
    'cluster-info': kubeReads(),
    events: kubeReads('--for= --types='),
    diff: kubeReads('-f=:read -k=:list'),
    wait: kubeReads('--for= --timeout='),
    auth: { subcommands: { 'can-i': kubeReads('--list'), whoami: kubeReads() } },
    rollout: {
      subcommands: {
        status: kubeReads('--timeout= --watch='),
        history: kubeReads('--revision='),
        restart: kubeWidens('restarts what runs'),
        undo: kubeWidens('changes what runs'),
        pause: kubeWidens('changes what runs'),
        resume: kubeWidens('changes what runs'),
      },
    },
    config: {
      subcommands: {
        'current-context': {},
        'get-contexts': { operands: 'name*', options: '-o= --no-headers' },
        'get-clusters': {},
        view: { options: '--minify -o= --raw:gadget' },
        'use-context': kubeWidens('changes the cluster that is used'),
        'set-context': kubeWidens('changes the configuration'),
        set: kubeWidens('changes the configuration'),
      },
    },
    kustomize: {
      operands: 'list',
      options: '--enable-helm:gadget --load-restrictor=:gadget --enable-alpha-plugins:gadget',
    },
    cp: kubeWidens('copies files', '-c= --container= --retries= --no-preserve', { check: checkCopy }),
    ...Object.fromEntries(
      Object.entries(changing).map(([name, options]) => [
        name,
        kubeWidens(`${name} changes or enters what runs`, options, name === 'exec' ? { operands: 'gadget*' } : {}),
      ]),
    ),
  },
}

/** Clusters and what is installed into them. */
export const kubernetes: ProfileTable = {
  kubectl,
  oc: kubectl,
  k9s: { gadget: 'starts a browser with commands of its own', operands: 'gadget*' },
  kustomize: {
    subcommands: {
      build: {
        operands: 'list',
        options: '--enable-helm:gadget --load-restrictor=:gadget --enable-alpha-plugins:gadget --enable-exec:gadget',
      },
      version: { readonly: true },
    },
  },
  helm: {
    options: kube,
    subcommands: {
      list: kubeReads('-a -q'),
      ls: kubeReads('-a -q'),
      status: kubeReads(),
      history: kubeReads('--max='),
      get: { subcommands: { values: kubeReads('-a'), manifest: kubeReads(), notes: kubeReads(), all: kubeReads() } },
      template: {
        options: `
          ${kube} -f=:read --values=:read --set= --show-only= -s= --debug --post-renderer=:run --output-dir=:write`,
        operands: 'name*',
        check: checkClusterFiles,
      },
      lint: { options: '-f=:read --values=:read --strict --set=', operands: 'list*' },
      version: { readonly: true, options: '--short' },
      search: {
        subcommands: { repo: { operands: 'name*', readonly: true }, hub: { operands: 'name*', effects: ['network'] } },
      },
      show: { operands: 'name*', effects: ['network'] },
      dependency: {
        subcommands: {
          list: { operands: 'list', readonly: true },
          update: { operands: 'list', effects: ['network'] },
          build: { operands: 'list', effects: ['network'] },
        },
      },
      repo: {
        subcommands: {
          list: { readonly: true },
          update: { effects: ['network'] },
          add: kubeWidens('changes where code comes from'),
        },
      },
      ...Object.fromEntries(
        ['install', 'upgrade', 'uninstall', 'delete', 'rollback', 'test', 'plugin', 'push', 'registry'].map((name) => [
          name,
          kubeWidens(`${name} changes what runs`, charts),
        ]),
      ),
    },
  },
  minikube: { subcommands: { status: {}, ip: {}, start: {}, stop: {} } },
  kind: {
    subcommands: {
      get: { operands: 'name*' },
      create: { operands: 'name*', options: '--name= --config=:settings' },
      delete: { gadget: 'deletes a cluster', operands: 'name*' },
    },
  },
}
