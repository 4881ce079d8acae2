# The server with native code. Games are kept in the volume /home/bidwell/games.
#   docker build -t bidwell . && docker run -p 8000:8000 -v bidwell:/home/bidwell/games bidwell
FROM python:3.13-slim
RUN useradd --create-home bidwell
WORKDIR /opt/bidwell
COPY requirements/server.txt requirements/server.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/server.txt
COPY src src
ENV PYTHONPATH=/opt/bidwell/src PYTHONUNBUFFERED=1 BIDWELL_HOME=/home/bidwell/games
USER bidwell
RUN mkdir -m 700 /home/bidwell/games
VOLUME /home/bidwell/games
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
CMD ["python", "-m", "bidwell", "serve", "--host", "0.0.0.0", "--port", "8000", "--home", "/home/bidwell/games"]
