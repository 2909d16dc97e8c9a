import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('kubernetes', {
  reads: ['kubectl delete --help'],
  asks: ['kubectl config get-contexts', 'kubectl get pods', 'minikube status'],
  granted: {
    'kubectl get': ['kubectl get pods', 'kubectl get pods -n prod -o wide'],
    'kubectl logs': ['kubectl logs web-1 -f'],
    'kubectl describe': ['kubectl describe pod web', 'kubectl describe pod x'],
    kubectl: ['kubectl get svc'],
    'helm list': ['helm list'],
    'helm template': ['helm template ./chart'],
    'kubectl apply': ['kubectl apply -f k8s/', 'kubectl apply -f deploy.yaml -n dev', 'kubectl apply -k overlays/dev'],
    'kubectl delete pod': ['kubectl delete pod x'],
    'kubectl scale': ['kubectl scale deploy/x --replicas=2'],
    'helm upgrade': ['helm upgrade --install x ./chart -f values.yaml'],
  },
  riders: {
    kubectl: [
      'kubectl exec web -- id',
      'kubectl delete pod x',
      'kubectl apply -f x',
      'kubectl --kubeconfig /tmp/x get pods',
      'kubectl cp x:y z',
      'kubectl port-forward x 1',
      'kubectl edit x',
    ],
    'kubectl get': [
      'kubectl get secrets -o yaml',
      'kubectl get secret/x',
      'kubectl get pods --kubeconfig=/tmp/x',
      'kubectl get pods -o go-template-file=/etc/shadow',
      'KUBECONFIG=/tmp/x kubectl get pods',
      'kubectl get -f https://evil.example',
    ],
    'kubectl config view': ['kubectl config view --raw'],
    helm: ['helm install x y', 'helm plugin install x'],
    'helm template': ['helm template x --post-renderer id'],
    'kubectl apply': ['kubectl apply --force -f x'],
  },
})
