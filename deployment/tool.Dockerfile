# The tool alone, without the pipeline: `docker build -f deployment/tool.Dockerfile -t diagramloop .` in a checkout's root.
FROM python:3.11.7-slim-bookworm AS made

ARG UV=0.13.8
RUN pip install --no-cache-dir "uv==${UV}"

# What only training, the report and the developers of other packages use stays out.
ARG EXTRAS=serve,mcp,documents,editors
WORKDIR /build
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY diagramloop diagramloop
RUN python -m venv --without-pip /tool \
    && uv pip install --python /tool/bin/python --no-cache --constraints constraints.txt ".[${EXTRAS}]" \
    && uv pip uninstall --python /tool/bin/python pyarrow \
    && find /tool -type d \( -name tests -o -name include \) -prune -exec rm -rf {} +

FROM python:3.11.7-slim-bookworm

# fonts: drawings name them; the other two: Graphviz.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-dejavu-core libglib2.0-0 libxcb1 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=made /tool /tool
# What a worker loads is compiled once, here, so that a start is quick.
RUN /tool/bin/python -m diagramloop.services._child 1000000000 < /dev/null

RUN useradd --create-home worker
USER worker
WORKDIR /work

# One thread for each worker: there are as many workers as processors, or two.
ENV PATH=/tool/bin:$PATH \
    OMP_NUM_THREADS=1
EXPOSE 8765
# Its token is DIAGRAMLOOP_TOKEN, or a new one, which it prints.
ENTRYPOINT ["diagramloop"]
CMD ["serve", "--host", "0.0.0.0"]
