// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.distlock.interceptor.DistributedLockOperation;
import io.distlock.interceptor.DistributedLockOperationSource;
import io.distlock.interceptor.check.CodeReader.Call;
import io.distlock.interceptor.check.ObjectCode.Part;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places where the code of a bean calls a locked method of the same object,
 * past the proxy. A place is left out where the lock may be held already, or where it is
 * not certain that the object is not a proxy.
 */
final class SelfCalls {

	private final DistributedLockOperationSource source;

	private final Class<?> type;

	private final ObjectCode code;

	private SelfCalls(DistributedLockOperationSource source, Class<?> type, ObjectCode code) {
		this.source = source;
		this.type = type;
		this.code = code;
	}

	/**
	 * Search a class, that of a bean and not of its proxy, and what it inherits.
	 */
	static List<SelfCall> of(Class<?> type, DistributedLockOperationSource source) {
		ObjectCode code = ObjectCode.of(type);
		return (code != null) ? new SelfCalls(source, type, code).find() : List.of();
	}

	private List<SelfCall> find() {
		List<SelfCall> found = new ArrayList<>();
		for (Part caller : this.code.parts()) {
			for (Call call : caller.code().calls()) {
				Part called = this.code.resolve(call);
				DistributedLockOperation wanted = (called != null) ? lock(called) : null;
				if (wanted != null && runsWithout(wanted, caller, new HashSet<>())) {
					found.add(new SelfCall(caller.owner().place(caller.code(), call.line()), wanted.method()));
				}
			}
		}
		return found;
	}

	private @Nullable DistributedLockOperation lock(Part part) {
		Method method = part.method();
		return (method != null && this.source.isLocked(method, this.type)) ? this.source.find(method, this.type) : null;
	}

	/**
	 * Return whether a method is called, by others or by a method that they call, without
	 * the locks of another one.
	 */
	private boolean runsWithout(DistributedLockOperation wanted, Part part, Set<Part> seen) {
		if (!seen.add(part) || mayHold(wanted, part)) {
			return false;
		}
		Set<Part> callers = this.code.callers(part);
		return callers.isEmpty() ? this.code.isEntry(part)
				: callers.stream().anyMatch((caller) -> runsWithout(wanted, caller, seen));
	}

	private boolean mayHold(DistributedLockOperation wanted, Part part) {
		DistributedLockOperation held = lock(part);
		return part.code().usesLocks() || (held != null && held.includes(wanted));
	}

	/**
	 * A place, as stack traces show it, and the locked method that is called there.
	 */
	record SelfCall(String place, Method locked) {

	}

}
