#!/usr/bin/env python3
"""A second verifier, written from docs/wire.md alone and sharing nothing with the table's code.

    verify.py vectors FILE              checks the published vectors (tests/golden/wire.json)
    verify.py export FILE [--table HEX] [--head NUMBER:HASH]
                                        checks an export: frames, chain, numbers, signatures, sums of results
    verify.py bits FILE [--sample N] [--seed S]
                                        changes bits of a good export, one at a time; every one must be found
    verify.py every FILE [--seed S]     the same with every bit of every frame, each frame by itself, and with one bit of every
                                        record whose frame is then made to fit

Exit codes: 0 good, 1 good with remarks, 2 bad. Needs the package `cryptography`.
"""

import argparse
import hashlib
import json
import random
import sys
import zlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SIGNATURE = 64
RECORD_VERSION = 2
RECORD_PREFIX = b"table/record/v1\0"
LONGEST_ENCODED = 1024
RESULT_CONFIRMED = 19
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Bad(Exception):
    """What does not hold, and in which record."""

    def __init__(self, reason, record=None):
        super().__init__(reason)
        self.record = record


def uncobs(data):
    out, at = bytearray(), 0
    while at < len(data):
        code = data[at]
        block = data[at + 1 : at + code]
        if code == 0 or len(block) != code - 1:
            raise Bad("not COBS")
        out += block
        at += code
        if code < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def cobs(data):
    out, block = bytearray(), bytearray()
    pending = True
    for byte in data:
        pending = True
        if byte == 0:
            out += bytes([len(block) + 1]) + block
            block = bytearray()
            continue
        block.append(byte)
        if len(block) == 254:
            out += b"\xff" + block
            block = bytearray()
            pending = False
    if pending or block:
        out += bytes([len(block) + 1]) + block
    return bytes(out)


def crc(body):
    return zlib.crc32(body).to_bytes(4, "little")


def frame(body):
    return cobs(body + crc(body)) + b"\0"


def unframe(encoded):
    plain = uncobs(encoded)
    if len(plain) < 4:
        raise Bad("shorter than its checksum")
    body, found = plain[:-4], plain[-4:]
    if crc(body) != found:
        raise Bad("frame checksum does not fit")
    return body


class Reader:
    """postcard: little-endian base-128 numbers, fixed arrays as they are."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        piece = self.data[self.at : self.at + count]
        if len(piece) != count:
            raise Bad("too short")
        self.at += count
        return piece

    def byte(self):
        return self.take(1)[0]

    def number(self, bits=64):
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if value >> bits:
                raise Bad("a number that does not fit")
            if byte < 0x80:
                return value
            shift += 7
            if shift > 63:
                raise Bad("a number that never ends")

    def signed(self):
        value = self.number(32)
        return (value >> 1) ^ -(value & 1)

    def rest(self):
        return self.data[self.at :]


def fingerprint(public):
    bits = int.from_bytes(hashlib.sha256(public).digest()[:10], "big") >> 5
    letters = "".join(ALPHABET[(bits >> (70 - 5 * at)) & 31] for at in range(15))
    return "-".join(letters[at : at + 5] for at in (0, 5, 10))


def check_signature(public, prefix, message, signature):
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, prefix + message)
    except (InvalidSignature, ValueError):
        raise Bad("the signature does not hold") from None


def genesis(table):
    return hashlib.sha256(b"table/genesis/v1" + table).digest()


def check_sum(reader):
    """A result moves points and makes none."""
    if reader.number(32) != RESULT_CONFIRMED:
        return
    reader.byte()
    if reader.byte():
        reader.number(16)
    reader.number(16)
    if sum(reader.signed() for _ in range(4)) != 0:
        raise Bad("the payments of a result do not add up to nothing")


def check_records(table, records):
    """Remarks about a chain of records, and its head; raises Bad."""
    remarks = []
    head, counter, time = genesis(table), 0, (0, 0)
    for number, sealed in enumerate(records, 1):
        try:
            if len(sealed) <= SIGNATURE:
                raise Bad("too short for a record")
            draft, signature = sealed[:-SIGNATURE], sealed[-SIGNATURE:]
            reader = Reader(draft)
            if reader.byte() != RECORD_VERSION:
                raise Bad("a version that is not known")
            seq, signatures = reader.number(), reader.number()
            at = (reader.number(32), reader.number())
            previous = reader.take(32)
            check_signature(table, RECORD_PREFIX, draft, signature)
            if seq != number:
                raise Bad(f"record {number} expected, {seq} found")
            if previous != head:
                raise Bad("does not follow the record before")
            if signatures <= counter:
                raise Bad("the signature counter went back")
            if at < time:
                raise Bad("time goes back")
            check_sum(reader)
        except Bad as bad:
            raise Bad(str(bad), number) from None
        if signatures > counter + 1:
            remarks.append(f"before record {number}: {signatures - counter - 1} signatures missing")
        head, counter, time = hashlib.sha256(sealed).digest(), signatures, at
    return remarks, head


def read_export(data):
    """Identity, newest record and the records of a file."""
    if not data.endswith(b"\0"):
        raise Bad("the file ends in the middle of a frame")
    table, newest, records = None, 0, []
    for index, encoded in enumerate(part for part in data[:-1].split(b"\0")):
        if not encoded:
            continue
        try:
            if len(encoded) > LONGEST_ENCODED:
                raise Bad("frame longer than any message")
            reader = Reader(unframe(encoded))
            kind = reader.number(32)
            if index == 0:
                if kind != 0:
                    raise Bad("no hello")
                reader.take(9)
                table, newest = reader.take(32), reader.number()
                if reader.rest():
                    raise Bad("something behind the hello")
                continue
            if kind != 1 or reader.number() != len(reader.rest()):
                raise Bad("no record")
            records.append(reader.rest())
        except Bad as bad:
            raise Bad(str(bad), index or None) from None
    if table is None:
        raise Bad("no hello")
    return table, newest, records


def check_export(data, table=None, head=None):
    said, newest, records = read_export(data)
    if table and table != said:
        raise Bad(f"these are the records of table {fingerprint(said)}")
    remarks, _ = check_records(said, records)
    if head:
        number, known = head
        newest = max(newest, number)
        if number <= len(records) and hashlib.sha256(records[number - 1]).digest() != known:
            raise Bad("not the record that is known: another chain", number)
    if len(records) < newest:
        raise Bad(f"the records end here, but the table had {newest}", len(records) + 1)
    if not table:
        remarks.append(f"the table says it is {fingerprint(said)}; compare that with its display")
    return len(records), remarks


def check_vectors(vectors):
    for person in vectors["people"].values():
        assert fingerprint(bytes.fromhex(person["public"])) == person["fingerprint"], person
    for vector in vectors["frames"]:
        body, framed = bytes.fromhex(vector["body"]), bytes.fromhex(vector["frame"])
        assert frame(body) == framed, vector["name"]
        assert framed.count(0) == 1 and unframe(framed[:-1]) == body, vector["name"]
    for vector in vectors["signed"]:
        public, data = bytes.fromhex(vector["key"]), bytes.fromhex(vector["bytes"])
        check_signature(public, vector["prefix"].encode(), data[:-SIGNATURE], data[-SIGNATURE:])
    answer = next(it for it in vectors["signed"] if it["name"] == "answer")
    session = hashlib.sha256(b"table/session/v1" + bytes.fromhex(answer["bytes"])).digest()[:16]
    assert session.hex() == vectors["session"]
    table = bytes.fromhex(vectors["people"]["table"]["public"])
    assert genesis(table).hex() == vectors["genesis"]
    records = [bytes.fromhex(record) for record in vectors["records"]]
    remarks, head = check_records(table, records)
    assert not remarks and head.hex() == vectors["head"]
    listed = vectors["tables"]
    lines = [listed["event"], str(listed["serial"])]
    lines += [f"{entry['number']} {entry['key']}" for entry in listed["tables"]]
    digest = hashlib.sha256("".join(line + "\n" for line in lines).encode()).digest()
    organiser, signature = bytes.fromhex(listed["organiser"]), bytes.fromhex(listed["signature"])
    check_signature(organiser, b"table/tables/v1\0", digest, signature)
    return len(vectors["frames"]) + len(vectors["signed"]) + len(records) + 1


def is_found(pieces):
    """A reader of the whole file stops at the first frame that is damaged."""
    for piece in filter(None, pieces):
        try:
            unframe(piece)
        except Bad:
            return True
    return False


def check_every(data, seed):
    """Every bit of every frame, its delimiter included; a changed delimiter joins the frame to the next one."""
    table, _, records = read_export(data)
    check_export(data, table)
    frames = data.split(b"\0")[:-1]
    count = 0
    for at, encoded in enumerate(frames):
        behind = frames[at + 1] if at + 1 < len(frames) else b""
        for place in range(len(encoded)):
            for bit in range(8):
                changed = bytes([encoded[place] ^ (1 << bit)])
                pieces = (encoded[:place] + changed + encoded[place + 1 :]).split(b"\0")
                if not is_found(pieces):
                    raise Bad(f"bit {bit} of byte {place} was changed and nobody noticed", at)
                count += 1
        for bit in range(8):
            if not is_found([encoded + bytes([1 << bit]) + behind]):
                raise Bad(f"bit {bit} of its delimiter was changed and nobody noticed", at)
            count += 1
    chance = random.Random(seed)
    for at, record in enumerate(records):
        bit = chance.randrange(len(record) * 8)
        changed = bytearray(record)
        changed[bit // 8] ^= 1 << (bit % 8)
        try:
            check_signature(table, RECORD_PREFIX, bytes(changed[:-SIGNATURE]), bytes(changed[-SIGNATURE:]))
        except Bad:
            count += 1
            continue
        raise Bad(f"bit {bit} was changed and its signature still holds (--seed {seed})", at + 1)
    return count


def check_bits(data, sample, seed):
    """Changes bits one at a time: each must make the file bad."""
    table, _, _ = read_export(data)
    check_export(data, table)
    chance = random.Random(seed)
    bits = range(len(data) * 8) if sample == 0 else (chance.randrange(len(data) * 8) for _ in range(sample))
    count = 0
    for bit in bits:
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << (bit % 8)
        try:
            check_export(bytes(changed), table)
        except Bad:
            count += 1
            continue
        raise Bad(f"bit {bit} was changed and nobody noticed (--seed {seed})")
    return count


def head_of(text):
    number, known = text.split(":")
    return int(number), bytes.fromhex(known)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["vectors", "export", "bits", "every"])
    parser.add_argument("file")
    parser.add_argument("--table", type=bytes.fromhex)
    parser.add_argument("--head", type=head_of)
    parser.add_argument("--sample", type=int, default=200, help="0 for every bit")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with open(given.file, "rb") as file:
        data = file.read()
    try:
        if given.what == "vectors":
            print(f"good: {check_vectors(json.loads(data))} vectors")
            return 0
        if given.what == "bits":
            print(f"good: {check_bits(data, given.sample, given.seed)} changed bits found")
            return 0
        if given.what == "every":
            print(f"good: {check_every(data, given.seed)} changed bits found")
            return 0
        count, remarks = check_export(data, given.table, given.head)
    except Bad as bad:
        print("bad:" if bad.record is None else f"bad: record {bad.record}:", bad)
        return 2
    print(f"{'good with remarks' if remarks else 'good'}: {count} records")
    for remark in remarks:
        print(f"  {remark}")
    return 1 if remarks else 0


if __name__ == "__main__":
    sys.exit(main())
