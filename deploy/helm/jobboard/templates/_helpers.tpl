{{/* The release, with the word jobboard in it. */}}
{{- define "jobboard.name" -}}
{{- if contains "jobboard" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-jobboard{{ end -}}
{{- end }}

{{/* YAML of the services of this installation, by name: files/services.yaml, with settings of values in `set`. */}}
{{- define "jobboard.services" -}}
{{- range $name, $part := .Files.Get "files/services.yaml" | fromYaml }}
{{- $set := mergeOverwrite (deepCopy $.Values.defaults) (deepCopy (index $.Values.services $name | default dict)) }}
{{- if ne (toString $set.enabled) "false" }}
{{ $name }}:
{{ merge (dict "set" $set) $part | toYaml | indent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Labels by which the pods of a service are found. Takes root and name. */}}
{{- define "jobboard.selector" -}}
app.kubernetes.io/name: jobboard
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "jobboard.labels" -}}
{{ include "jobboard.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Takes root, name and tag. */}}
{{- define "jobboard.image" -}}
{{- with .root.Values.image.registry }}{{ . }}/{{ end }}{{ .root.Values.image.prefix }}{{ .name }}:{{ .tag | default .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "jobboard.pod" -}}
automountServiceAccountToken: false
# The names of Services would be variables such as JOBS_PORT.
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "jobboard.container" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* A variable from a Secret. Takes root, env, key and optional. */}}
{{- define "jobboard.secret" -}}
{{- $from := index .root.Values.secrets.from .key | default dict -}}
- name: {{ .env }}
  valueFrom:
    secretKeyRef: { name: {{ $from.name | default .root.Values.secrets.name }}, key: {{ $from.key | default .key }}{{ if .optional }}, optional: true{{ end }} }
{{- end }}

{{/* A number as it was written: 1073741824 and not 1.073741824e+09. */}}
{{- define "jobboard.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ . | int64 | toString | quote }}{{ else }}{{ . | toString | quote }}{{ end }}
{{- end }}

{{/* The addresses of services, each of which has one per pod. */}}
{{- define "jobboard.peers" -}}
{{- range $name := list "accounts" "jobs" "pipeline" "candidate" "search" "webhook" }}
- { name: {{ upper $name }}_URL, value: "http://{{ include "jobboard.name" $ }}-{{ $name }}:8100" }
{{- end }}
{{- end }}

{{/* The URL of a database without a password. Takes root, host, port, user and database. */}}
{{- define "jobboard.databaseUrl" -}}
postgres://{{ .user }}@{{ .host }}:{{ .port }}/{{ .database }}{{ with .root.Values.database.parameters }}?{{ . }}{{ end }}
{{- end }}

{{/* Names of the variables that a service may have in config. Takes root and service; a list in YAML. */}}
{{- define "jobboard.variables" -}}
{{- $all := .root.Files.Get "files/variables.yaml" | fromYaml }}
{{- $names := concat $all.every (.service.config | default list) }}
{{- if .service.database }}{{ $names = concat $names $all.database }}{{ end }}
{{- if .service.nats }}{{ $names = concat $names $all.nats }}{{ end }}
{{- if and .service.database .service.nats }}{{ $names = concat $names $all.events }}{{ end }}
{{- dict "names" $names | toYaml }}
{{- end }}

{{/* What config and services.<name>.config say. Takes root, name and service. */}}
{{- define "jobboard.config" -}}
{{- $names := (include "jobboard.variables" . | fromYaml).names }}
{{- $own := .service.set.config | default dict }}
{{- range $key, $_ := $own }}
{{- if not (has $key $names) }}{{ fail (printf "services.%s.config.%s: %s does not read it, or this chart sets it. It reads: %s" $.name $key $.name (join ", " $names)) }}{{ end }}
{{- end }}
{{- $expose := .root.Values.expose }}
{{- $config := dict }}
{{- if $expose.portalHost }}{{ $_ := set $config "PORTAL_BASE_URL" (printf "https://%s" $expose.portalHost) }}{{ end }}
{{- if $expose.apiHost }}{{ $_ := set $config "PUBLIC_API_URL" (printf "https://%s" $expose.apiHost) }}{{ end }}
{{- if $expose.adminUrl }}{{ $_ := set $config "ADMIN_API_URL" $expose.adminUrl }}{{ end }}
{{- range $key, $value := mergeOverwrite $config (deepCopy .root.Values.config) $own }}
{{- if has $key $names }}
- { name: {{ $key }}, value: {{ include "jobboard.text" $value }} }
{{- end }}
{{- end }}
{{- end }}

{{/* Seconds until a pod is killed: it serves on, drains (DRAIN_DELAY_MS), and has 10 s for what is in flight and 5 s to end. Takes root, name and
     service. */}}
{{- define "jobboard.drainSeconds" -}}
{{- if .service.port }}{{ .root.Values.drain.edgeSeconds }}{{ else }}{{ .root.Values.drain.serviceSeconds }}{{ end }}
{{- end }}
{{- define "jobboard.graceSeconds" -}}
{{- $default := ternary 1000 5000 (not (not .service.port)) }}
{{- $delay := (.service.set.config | default dict).DRAIN_DELAY_MS | default .root.Values.config.DRAIN_DELAY_MS | default $default }}
{{- add (include "jobboard.drainSeconds" . | int) (ceil (divf $delay 1000)) 15 }}
{{- end }}
