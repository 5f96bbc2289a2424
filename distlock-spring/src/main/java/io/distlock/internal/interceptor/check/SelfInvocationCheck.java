// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.interceptor.check.ClassCode.MethodCode;
import io.distlock.internal.interceptor.check.SelfCalls.SelfCall;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.AotDetector;
import org.springframework.asm.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Reports calls of locked methods that go past the proxy: those of all beans of the start
 * together, those of later beans when they are made. Where the application was processed
 * ahead of time there may be no files of classes, and nothing is reported.
 */
final class SelfInvocationCheck {

	private static final Logger logger = LoggerFactory.getLogger(SelfInvocationCheck.class);

	private static final String REMEDY = "Call it on the bean: inject that into its own class, by ObjectProvider or with @Lazy, or move the method to another bean; or use LockTemplate in it.";

	private final DistributedLockOperationSource source;

	private final Supplier<SelfInvocation> policy;

	private final Set<SelfCall> known = new HashSet<>();

	private final List<SelfCall> unreported = new ArrayList<>();

	private boolean started;

	SelfInvocationCheck(DistributedLockOperationSource source, Supplier<SelfInvocation> policy) {
		this.source = source;
		this.policy = SingletonSupplier
			.of(() -> AotDetector.useGeneratedArtifacts() ? SelfInvocation.IGNORE : policy.get());
	}

	/**
	 * Search the class behind a proxy, and what the proxy shows besides: interfaces whose
	 * default methods are called on another proxy, as those of repositories are.
	 */
	void search(Class<?> shown, Class<?> behind) {
		if (this.policy.get() == SelfInvocation.IGNORE) {
			return;
		}
		Class<?> type = ClassUtils.getUserClass(behind);
		boolean readable = !Proxy.isProxyClass(type) && !type.isHidden();
		if (readable) {
			add(SelfCalls.of(type, this.source));
		}
		for (Class<?> each : shown.getInterfaces()) {
			if (this.source.isCandidate(each) && !(readable && each.isAssignableFrom(type))) {
				add(SelfCalls.of(each, this.source));
			}
		}
	}

	/**
	 * Search the class of a method that makes a bean for calls of it, which make other
	 * objects that have no proxy.
	 */
	void searchMaker(Method maker) {
		ClassCode code = (this.policy.get() != SelfInvocation.IGNORE) ? ClassCode.of(maker.getDeclaringClass()) : null;
		if (code != null) {
			add(code.methods().stream().flatMap((caller) -> calls(caller, maker)).toList());
		}
	}

	private static Stream<SelfCall> calls(MethodCode caller, Method maker) {
		boolean isStatic = Modifier.isStatic(maker.getModifiers());
		return (isStatic ? caller.staticCalls() : caller.calls()).stream()
			.filter((call) -> call.name().equals(maker.getName())
					&& call.descriptor().equals(Type.getMethodDescriptor(maker))
					&& (!isStatic || call.owner().equals(Type.getInternalName(maker.getDeclaringClass()))))
			.map((call) -> new SelfCall(caller.place(call.line()), maker));
	}

	private synchronized void add(List<SelfCall> calls) {
		calls.stream().filter(this.known::add).forEach(this.unreported::add);
		if (this.started) {
			report();
		}
	}

	synchronized void started() {
		this.started = true;
		report();
	}

	private void report() {
		if (this.unreported.isEmpty()) {
			return;
		}
		List<SelfCall> calls = List.copyOf(this.unreported);
		this.unreported.clear();
		if (this.policy.get() == SelfInvocation.FAIL) {
			throw refused(calls);
		}
		for (SelfCall call : calls) {
			if (isOfMaker(call)) {
				logger.warn(
						"{} calls the @Bean method {} itself, and gets another object than the bean, whose methods run without their locks. {} If it is intended, set distlock.self-invocation=ignore",
						call.place(), InvalidLockAnnotationException.describe(call.called()), remedy(call));
			}
			else {
				logger.warn(
						"{} calls {} of the same object, past the proxy: the method runs without its lock. {} If it is intended, set distlock.self-invocation=ignore",
						call.place(), InvalidLockAnnotationException.describe(call.called()), remedy(call));
			}
		}
	}

	private static boolean isOfMaker(SelfCall call) {
		return AnnotatedElementUtils.hasAnnotation(call.called(), Bean.class);
	}

	private static String remedy(SelfCall call) {
		return isOfMaker(call)
				? "Let the method that calls it take the bean as a parameter; or, if it is not static, omit proxyBeanMethods = false."
				: REMEDY;
	}

	private static InvalidLockAnnotationException refused(List<SelfCall> calls) {
		String places = calls.stream()
			.map((call) -> "%n    %s calls %s".formatted(call.place(),
					InvalidLockAnnotationException.describe(call.called())))
			.collect(Collectors.joining());
		return new InvalidLockAnnotationException(DistributedLock.class, calls.get(0).called(),
				"calls of the same object go past the proxy, so methods run without their locks:" + places,
				remedy(calls.get(0)) + " Or set distlock.self-invocation=warn.");
	}

}
