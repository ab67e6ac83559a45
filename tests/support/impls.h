// Running a test for every implementation of a primitive by name, and proof of which ones ran.
#pragma once
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "dispatch/slot.h"
#include "support/can_execute.h"

namespace lanecrypt::test {

// Calls check(ops, name) for every implementation in the slot that this machine can run; prints those that it cannot.
// The tables are handed over explicitly: the choice in force plays no part and is not changed.
template <class Ops, class Check>
void for_each_impl(dispatch::Slot<Ops>& slot, Check check)
{
    int ran = 0;
    for (std::size_t i = 0; i < slot.size(); ++i) {
        const std::string name = isa_rows[static_cast<int>(slot[i].isa)].name;
        if (!can_execute(slot[i].isa)) {
            std::printf("[ not run  ] %s %s: this machine lacks it\n", slot.primitive(), name.c_str());
            continue;
        }
        SCOPED_TRACE(std::string(slot.primitive()) + " " + name);
        std::printf("[   ran    ] %s %s\n", slot.primitive(), name.c_str());
        check(slot.impl(i), name);
        ++ran;
    }
    ASSERT_GT(ran, 0);
}

}  // namespace lanecrypt::test
