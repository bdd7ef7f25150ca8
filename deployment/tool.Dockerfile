# The tool alone, without the pipeline: `docker build -f deployment/tool.Dockerfile -t diagramloop .` in a checkout's root.
FROM python:3.11.7-slim-bookworm AS made

ARG UV=0.13.8
RUN pip install --no-cache-dir "uv==${UV}"

ARG EXTRAS=serve,mcp,documents,editors
WORKDIR /build
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY diagramloop diagramloop
RUN python -m venv /tool \
    && uv pip install --python /tool/bin/python --no-cache --compile-bytecode --constraints constraints.txt ".[${EXTRAS}]"

FROM python:3.11.7-slim-bookworm

# fonts: drawings name them; the other two: OpenCV.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-dejavu-core libgl1 libglib2.0-0 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=made /tool /tool

RUN useradd --create-home worker
USER worker
WORKDIR /work

# One thread for each worker: there are as many workers as processors.
ENV PATH=/tool/bin:$PATH \
    OMP_NUM_THREADS=1
EXPOSE 8765
# Its token is DIAGRAMLOOP_TOKEN, or a new one, which it prints.
ENTRYPOINT ["diagramloop"]
CMD ["serve", "--host", "0.0.0.0"]
