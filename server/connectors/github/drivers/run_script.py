"""Runs a script with what Pushboard hands over: python3 run_script.py call.json

call.json says what to run (see call/invocation.ts), and where: "root" is the folder of the repository, "files" the folder
of uploaded files, "returned" the file for what a function returns.
"""

import asyncio
import dataclasses
import datetime
import decimal
import enum
import importlib.util
import inspect
import io
import json
import os
import pathlib
import sys
import traceback
import types
import typing
import uuid


def main():
    # Nothing that was open where the sandbox was made is the business of a script.
    os.closerange(3, 4096)
    with open(sys.argv[1], encoding="utf-8") as file:
        call = json.load(file, parse_float=decimal.Decimal)
    os.environ.update(call["environment"])
    path = os.path.join(call["root"], call["path"])
    place = lambda value: placed(value, call)
    sys.argv = [path, *[place(argument) for argument in call["args"]]]
    sys.path[0] = os.path.dirname(path)
    if call["root"] not in sys.path:
        sys.path.insert(1, call["root"])
    os.chdir(call["root"])
    if call["answers"]:
        sys.stdin = io.TextIOWrapper(io.BytesIO("".join(f"{place(each)}\n" for each in call["answers"]).encode()), "utf-8")
    try:
        if call["function"] is None:
            run_program(path)
        else:
            returned = call_function(path, call, place)
            with open(call["returned"], "w", encoding="utf-8") as file:
                file.write(json_text(plain(returned)))
    except SystemExit:
        raise
    except BaseException:
        show_error(path)
        sys.stdout.flush()
        sys.exit(1)


def placed(value, call):
    """The path of an uploaded file instead of its place."""
    if isinstance(value, str) and value.startswith("\0file:"):
        return os.path.join(call["files"], call["names"][int(value[6:])])
    if isinstance(value, list):
        return [placed(each, call) for each in value]
    return value


def run_program(path):
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    exec(code, module.__dict__)


def call_function(path, call, place):
    spec = importlib.util.spec_from_file_location("pushboard_script", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["pushboard_script"] = module
    spec.loader.exec_module(module)
    function = getattr(module, call["function"], None)
    if function is None:
        sys.exit(f"The script has no function {call['function']} anymore. Sync the command, then run it again.")
    try:
        hints = typing.get_type_hints(function)
    except Exception:
        hints = {}
    given = {name: converted(place(value), hints.get(name)) for name, value in call["parameters"].items()}
    returned = function(**given)
    return asyncio.run(returned) if inspect.isawaitable(returned) else returned


def converted(value, hint):
    """A value of JSON as the annotation of a parameter says."""
    if hint is None or value is None:
        return number(value)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        others = [each for each in inner if each is not type(None)]
        return converted(value, others[0]) if len(others) == 1 else number(value)
    if origin is typing.Annotated:
        return converted(value, inner[0])
    if origin in (list, set, frozenset, tuple) or hint in (list, set, frozenset, tuple):
        kind = origin or hint
        of = inner[0] if inner and not (kind is tuple and len(inner) != 2) else None
        return kind(converted(each, of) for each in value) if isinstance(value, list) else value
    if not isinstance(hint, type):
        return number(value)
    if issubclass(hint, enum.Enum):
        return hint(number(value)) if number(value) in [each.value for each in hint] else hint[str(value)]
    if issubclass(hint, bool):
        return value
    if hint in (int, float):
        return hint(value)
    if hint is decimal.Decimal:
        return decimal.Decimal(str(value))
    if hint is datetime.datetime:
        return datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if hint in (datetime.date, datetime.time):
        return hint.fromisoformat(value)
    if issubclass(hint, pathlib.PurePath) or hint is uuid.UUID:
        return hint(value)
    if dataclasses.is_dataclass(hint) and isinstance(value, dict):
        fields = {field.name: field.type for field in dataclasses.fields(hint)}
        hints = typing.get_type_hints(hint) if fields else {}
        return hint(**{name: converted(part, hints.get(name)) for name, part in value.items()})
    return number(value)


def number(value):
    """Numbers with a fraction come as Decimal, so that none of their digits is lost on the way."""
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, list):
        return [number(each) for each in value]
    if isinstance(value, dict):
        return {name: number(part) for name, part in value.items()}
    return value


def json_text(value):
    """JSON with all digits of its numbers, which the module json would round."""
    if isinstance(value, dict):
        return "{%s}" % ", ".join(f"{json.dumps(name)}: {json_text(part)}" for name, part in value.items())
    if isinstance(value, list):
        return "[%s]" % ", ".join(json_text(each) for each in value)
    return str(value) if isinstance(value, decimal.Decimal) else json.dumps(value)


def plain(value):
    """What a function returned, as JSON has it."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if value == value and value not in (float("inf"), float("-inf")) else str(value)
    if isinstance(value, decimal.Decimal):
        return value if value.is_finite() else str(value)
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, types.GeneratorType)):
        return [plain(each) for each in value]
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, (datetime.date, datetime.datetime, datetime.time)):
        return value.isoformat()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        return plain(value.to_dict(orient="records"))
    for name in ("model_dump", "to_dict", "_asdict", "tolist", "isoformat"):
        method = getattr(value, name, None)
        if callable(method) and not isinstance(value, type):
            return plain(method())
    return str(value)


def show_error(path):
    """The traceback without our own lines."""
    kind, error, trace = sys.exc_info()
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    while trace is not None and "importlib" in trace.tb_frame.f_code.co_filename:
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace)


if __name__ == "__main__":
    main()
