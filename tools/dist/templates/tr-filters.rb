class TrFilters < Formula
  desc "Unix filters for the transcripts of LLM agents"
  homepage "{{.URL}}"
  version "{{.Version}}"
  license "Apache-2.0"
{{range $os, $name := .Systems}}
  on_{{$name}} do
{{- range $arch, $cpu := $.Processors}}
    on_{{$cpu}} do
      url "{{$.URL}}/{{file $os $arch}}"
      sha256 "{{sum $os $arch}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install Dir["bin/*"]
    man1.install Dir["share/man/man1/*"]
    bash_completion.install Dir["share/bash-completion/completions/*"]
    zsh_completion.install Dir["share/zsh/site-functions/*"]
    fish_completion.install Dir["share/fish/vendor_completions.d/*"]
  end

  test do
    (testpath/"chat.jsonl").write <<~JSONL
      {"role":"user","content":"hi"}
      {"role":"assistant","content":"hello"}
    JSONL
    system bin/"tr-pair", "-c", "chat.jsonl"
  end
end
