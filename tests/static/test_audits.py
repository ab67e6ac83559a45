#!/usr/bin/env python3
"""The audits themselves: each must find a fault that is put before it, and pass what is right."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import audit_headers
import audit_instructions
import audit_library
import audit_msvc
import audit_symbols
import audit_tables
import kernels

CXX = os.environ.get("CXX", "c++")
X86 = os.uname().machine == "x86_64"


class Compiled(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def compile(self, source, *flags, name="t"):
        path = os.path.join(self.folder, name + ".cpp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        obj = os.path.join(self.folder, name + ".o")
        subprocess.run([CXX, "-std=c++20", "-c", path, "-o", obj, *flags], check=True)
        return obj


class Symbols(Compiled):
    GOOD = 'static int f() { return 1; }\nextern "C" { extern int (*const lanecrypt_x_sse2_ops)(); int (*const lanecrypt_x_sse2_ops)() = f; }\n'

    def test_good(self):
        self.assertEqual(audit_symbols.problems_of(self.compile(self.GOOD), "x", "sse2"), [])

    def test_weak(self):
        source = "inline int w() { return 2; }\n" + self.GOOD.replace("return 1", "return w()")
        self.assertIn("weak", " ".join(audit_symbols.problems_of(self.compile(source, "-O0"), "x", "sse2")))

    def test_second_symbol(self):
        self.assertTrue(audit_symbols.problems_of(self.compile(self.GOOD + "int extra() { return 3; }\n"), "x", "sse2"))

    def test_wrong_name(self):
        self.assertTrue(audit_symbols.problems_of(self.compile(self.GOOD), "x", "avx2"))

    def test_nothing(self):
        self.assertTrue(audit_symbols.problems_of(self.compile("static int a;\n"), "x", "avx2"))


@unittest.skipUnless(X86, "x86-64 code")
class Instructions(Compiled):
    XOR256 = ("#include <immintrin.h>\nvoid f(__m256i* p) { _mm256_storeu_si256(p, _mm256_xor_si256(_mm256_loadu_si256(p), _mm256_loadu_si256(p + 1))); }\n")
    XOR512 = XOR256.replace("m256i", "m512i").replace("mm256", "mm512").replace("si256", "si512")
    SHUFFLE = "#include <tmmintrin.h>\nvoid f(__m128i* p) { *p = _mm_shuffle_epi8(*p, p[1]); }\n"

    def check(self, isa, source, *flags):
        return " ".join(audit_instructions.problems_of(self.compile(source, *flags), isa))

    def test_good(self):
        self.assertEqual(self.check("avx2", self.XOR256, "-O2", "-mavx2"), "")
        self.assertEqual(self.check("avx512", self.XOR512, "-O2", "-mavx512f", "-mavx512vl"), "")
        self.assertEqual(self.check("ssse3", self.SHUFFLE, "-O2", "-mssse3"), "")

    def test_too_wide(self):
        self.assertIn("512-bit", self.check("avx512vl", self.XOR512, "-O2", "-mavx512f"))
        self.assertIn("512-bit", self.check("avx2", self.XOR512, "-O2", "-mavx512f"))
        self.assertIn("256-bit", self.check("shani", self.XOR256, "-O2", "-mavx2"))

    def test_vex_in_an_sse_row(self):
        self.assertIn("AVX encoding", self.check("sse41", self.SHUFFLE, "-O2", "-mavx"))

    def test_ssse3_in_sse2(self):
        self.assertIn("pshufb", self.check("sse2", self.SHUFFLE, "-O2", "-mssse3"))

    def test_evex_in_avx2(self):
        source = "#include <immintrin.h>\nvoid f(__m256i* p) { *p = _mm256_rol_epi32(*p, 7); }\n"
        self.assertIn("AVX-512 encoding", self.check("avx2", source, "-O2", "-mavx512vl"))

    def test_scalar_row(self):
        self.assertIn("no instruction", self.check("avx2", "int f(int a) { return a + 1; }\n", "-O2"))
        self.assertIn("no instruction", self.check("avx512vl", self.XOR256, "-O2", "-mavx2"))
        self.assertIn("no instruction", self.check("shani", self.SHUFFLE, "-O2", "-mssse3"))

    def test_bmi_in_portable(self):
        source = "unsigned long f(unsigned long a, int n) { return a >> n; }\n"
        self.assertIn("shrx", self.check("portable", source, "-O2", "-mbmi2"))

    def test_missing_vzeroupper(self):
        self.assertIn("vzeroupper", self.check("avx2", self.XOR256, "-O2", "-mavx2", "-mno-vzeroupper"))

    def test_call_with_dirty_registers(self):
        source = self.XOR256 + 'extern "C" void g();\nvoid h(__m256i* p) { f(p); *p = _mm256_add_epi32(*p, p[2]); g(); }\n'
        flag = "-mno-vzeroupper"
        self.assertIn("without vzeroupper", self.check("avx2", source, "-O2", "-mavx2", flag))
        self.assertEqual(self.check("avx2", source, "-O2", "-mavx2"), "")


class Library(Compiled):
    def archive(self, source, *flags):
        path = os.path.join(self.folder, "libx.a")
        subprocess.run(["ar", "rcs", path, self.compile(source, "-fPIC", *flags)], check=True)
        return path

    def test_constructors(self):
        bad = self.archive("struct S { S(); int x; };\nS::S() : x(1) {}\nS s;\n")
        self.assertTrue(audit_library.constructor_problems(bad))
        self.assertEqual(audit_library.constructor_problems(self.archive("int x = 1;\n")), [])

    def test_size(self):
        path = self.archive("extern const char big[5000] = {1};\n")
        self.assertTrue(audit_library.size_problems(path, 4096))
        self.assertEqual(audit_library.size_problems(path, 1 << 20), [])

    def test_exports(self):
        header = os.path.join(self.folder, "l.h")
        with open(header, "w", encoding="utf-8") as file:
            file.write("LANECRYPT_API void lanecrypt_a(int (*f)(int), int x);\n/* LANECRYPT_API void lanecrypt_no(void); */\nLANECRYPT_API int\nlanecrypt_b(void);\n")
        both = 'extern "C" { void lanecrypt_a() {} int lanecrypt_b() { return 1; } }\n'
        self.assertEqual(audit_library.export_problems(self.archive(both), CXX, header), [])
        more = audit_library.export_problems(self.archive(both + 'extern "C" void lanecrypt_c() {}\n'), CXX, header)
        self.assertEqual(more, ["lanecrypt_c is exported and not in lanecrypt.h"])
        less = audit_library.export_problems(self.archive('extern "C" void lanecrypt_a() {}\n'), CXX, header)
        self.assertEqual(less, ["lanecrypt_b is in lanecrypt.h and not exported"])


class Msvc(unittest.TestCase):
    def refused(self, text):
        return audit_msvc.source_problems("x.h", text)

    def test_refused(self):
        for text in ("__attribute__((packed)) int x;", "unsigned __int128 p;", "int x = __builtin_ctz(y);", '__asm__("nop");', 'asm volatile("");',
                     "typedef int V __attribute__((vector_size(16)));", '_Pragma("GCC unroll 4")', "#pragma GCC optimize"):
            self.assertTrue(self.refused(text), text)

    def test_hidden_from_msvc(self):
        for text in ("#if defined(__GNUC__)\n__attribute__((x)) int y;\n#endif\n",
                     "#if defined(_MSC_VER) && !defined(__GNUC__)\nint a;\n#else\nunsigned __int128 p;\n#endif\n",
                     "#ifndef _MSC_VER\n__int128 x;\n#endif\n",
                     "// __attribute__\nint a; /* __int128\n__asm__ */\n",
                     "#if !defined(_MSC_VER)\n#elif 1\nint a;\n#else\nasm(1);\n#endif\n"):
            self.assertEqual(self.refused(text), [], text)

    def test_not_hidden(self):
        for text in ("#if defined(_MSC_VER)\n__int128 x;\n#endif\n", "#if SOMETHING_ELSE\n__int128 x;\n#endif\n",
                     "#if defined(__GNUC__)\nint a;\n#else\n__int128 x;\n#endif\n"):
            self.assertTrue(self.refused(text), text)

    @unittest.skipUnless(audit_msvc.find_clang(), "no clang++")
    def test_operators(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.cpp")
            head = "#include <emmintrin.h>\nnamespace lanecrypt {\nstruct V { __m128i v; };\n"
            for body, count in (("__m128i f(__m128i a) { return _mm_xor_si128(a, a); }", 0), ("__m128i f(__m128i a) { return a ^ a; }", 1),
                                ("void f(__m128i& a) { a += a; }", 1), ("__m128i f(V a) { return ~a.v; }", 1),
                                ("long long f(__m128i a) { return a[0]; }", 1), ("__m128i f(__m128i* a) { return a[1]; }", 0),
                                ("template <class T> T g(T a) { return T{a.v * a.v}; }\nV f(V a) { return g(a); }", 1)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(head + body + "\n}\n")
                self.assertEqual(len(audit_msvc.operator_problems(path, [], audit_msvc.find_clang())), count, body)


class Tables(unittest.TestCase):
    def setUp(self):
        self.top = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.top)
        shutil.copytree(os.path.join(kernels.TOP, "src"), os.path.join(self.top, "src"))

    def edit(self, path, old, new):
        path = os.path.join(self.top, path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new, 1))

    def problems(self):
        return " ".join(audit_tables.audit(self.top)[1])

    def test_good(self):
        self.assertEqual(self.problems(), "")

    def test_file_not_listed(self):
        shutil.copy(os.path.join(self.top, "src/obfuscation/xor_sse2.cpp"), os.path.join(self.top, "src/obfuscation/xor_ssse3.cpp"))
        self.assertIn("KERNELS", self.problems())

    def test_listed_and_absent(self):
        os.remove(os.path.join(self.top, "src/obfuscation/xor_avx2.cpp"))
        self.assertIn("xor", self.problems())

    def test_wrong_guard(self):
        self.edit("src/obfuscation/xor_impls.cpp", "#if LANECRYPT_HAVE_avx2", "#if LANECRYPT_HAVE_sse2")
        self.assertIn("stands under", self.problems())

    def test_no_slot(self):
        self.edit("src/dispatch/slots.cpp", "    &xor_slot,\n", "")
        self.assertIn("does not list xor_slot", self.problems())

    def test_row_without_level(self):
        self.edit("src/cpu/isa.def", "LANECRYPT_ISA_ROW(avx2,", "LANECRYPT_ISA_ROW(avx3,")
        self.assertIn("isa_scope.h", self.problems())

    def test_wrong_isa_in_the_file(self):
        self.edit("src/obfuscation/xor_avx2.cpp", "#define LANECRYPT_ISA avx2", "#define LANECRYPT_ISA avx512")
        self.assertIn("does not define", self.problems())


class Headers(unittest.TestCase):
    def test_missing_include(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.hpp")
            for text, good in (("#pragma once\nstd::size_t f();\n", False), ("#pragma once\n#include <cstddef>\nstd::size_t f();\n", True), ("struct S {};\n", False)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                self.assertEqual(audit_headers.public_problem(path, CXX, "cc") is None, good, text)
                if "pragma" in text:
                    self.assertEqual(audit_headers.internal_problem(path, CXX, {}) is None, good, text)

    def test_not_c99(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.h")
            with open(path, "w", encoding="utf-8") as file:
                file.write("#pragma once\nstruct S { int x = 1; };\n")
            self.assertIsNotNone(audit_headers.public_problem(path, CXX, "cc"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
