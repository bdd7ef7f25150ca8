# The tool alone, without the pipeline: `docker build -f deployment/tool.Dockerfile -t diagramloop .` in a checkout's root.
# The newest patch of this Python: `--pull` takes it anew.
FROM python:3.11-slim-bookworm AS made

ARG EXTRAS=serve,mcp,read,graphviz
WORKDIR /build
COPY pyproject.toml deployment/hashes.txt README.md LICENSE ./
# Nothing is unpacked whose file is not one of these.
RUN sed -n '/^uv==/,/[^\]$/p' hashes.txt > uv.txt && pip install --no-cache-dir --require-hashes --requirement uv.txt
COPY diagramloop diagramloop
COPY deployment/bill_of_materials.py deployment/bill_of_materials.py
RUN python -m venv --without-pip /tool \
    && uv pip install --python /tool/bin/python --no-cache --constraints hashes.txt --build-constraints hashes.txt ".[${EXTRAS}]" \
    && /tool/bin/python deployment/bill_of_materials.py /tool/share/diagramloop \
    && find /tool -type d \( -name tests -o -name include \) -prune -exec rm -rf {} +

FROM python:3.11-slim-bookworm

# fonts: drawings name them; the other two: Graphviz.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-dejavu-core libglib2.0-0 libxcb1 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=made /tool /tool
# What a worker loads is compiled once, here, so that a start is quick.
RUN /tool/bin/python -m diagramloop.doors.services._child 1000000000 < /dev/null

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
