{{/* The pod of the operators' command line. Takes root, command, claim and resources. */}}
{{- define "jobboard.commandPod" -}}
{{- $root := .root }}
{{- $name := include "jobboard.name" $root }}
metadata:
  labels:
    {{- include "jobboard.selector" (dict "root" $root "name" "command") | nindent 4 }}
spec:
  {{- include "jobboard.pod" $root | nindent 2 }}
  restartPolicy: Never
  containers:
    - name: jobboard
      # deploy/jobboard.Dockerfile
      image: {{ include "jobboard.image" (dict "root" $root "name" "jobboard") | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      {{- .command | nindent 6 }}
      securityContext:
        {{- include "jobboard.container" $root | nindent 8 }}
      env:
        - { name: ADMIN_URL, value: "http://{{ $name }}-gateway-internal:8081" }
        - { name: API_URL, value: "http://{{ $name }}-gateway-internal:8080" }
        {{- with $root.Values.expose.apiHost }}
        - { name: SHOWN_API_URL, value: "https://{{ . }}" }
        {{- end }}
        - { name: PORTAL_URL, value: "http://{{ $name }}-portal-internal:8100" }
        {{- include "jobboard.peers" $root | nindent 8 }}
        - { name: PGHOST, value: {{ $root.Values.database.directHost | default $root.Values.database.host }} }
        - { name: PGPORT, value: {{ ternary $root.Values.database.directPort $root.Values.database.port (not (not $root.Values.database.directHost)) | int | toString | quote }} }
        - { name: PGUSER, value: {{ $root.Values.database.superuser }} }
        - { name: NATS_URL, value: {{ $root.Values.nats.url | quote }} }
        - { name: NATS_USER, value: jobboard }
        {{- include "jobboard.secret" (dict "root" $root "env" "ADMIN_TOKEN" "key" "ADMIN_TOKEN") | nindent 8 }}
        {{- include "jobboard.secret" (dict "root" $root "env" "PGPASSWORD" "key" "POSTGRES_PASSWORD" "optional" true) | nindent 8 }}
        {{- include "jobboard.secret" (dict "root" $root "env" "NATS_PASSWORD" "key" "NATS_PASSWORD" "optional" true) | nindent 8 }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: project, mountPath: /project }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: project
      {{- if .claim }}
      persistentVolumeClaim: { claimName: {{ .claim }} }
      {{- else }}
      emptyDir: { sizeLimit: 1Gi }
      {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: 256Mi }
{{- end }}
