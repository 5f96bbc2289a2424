// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.distlock.FencedCalls;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.OnBusy;
import io.distlock.internal.annotation.AnnotatedMethods;
import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.internal.annotation.ComposedAnnotation;
import io.distlock.internal.interceptor.expression.KeyTemplate;
import io.distlock.internal.interceptor.expression.LockExpression;
import io.distlock.internal.interceptor.expression.LockExpressionParser;
import io.distlock.internal.interceptor.expression.LockKeys;
import io.distlock.internal.interceptor.expression.MethodParameters;
import io.distlock.internal.interceptor.result.LazyResults;
import io.distlock.internal.interceptor.result.ReturnStyle;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.StringValueResolver;

/**
 * Parses the annotations of a method, and rejects invalid annotations.
 */
final class DistributedLockParser {

	private final StringValueResolver placeholders;

	private final LockExpressionParser expressions;

	private final ObjectProvider<LockOperationsResolver> operations;

	private final ObjectProvider<FencedCalls> fenced;

	private final ObjectProvider<TransactionLockedCalls> transactions;

	private final UnnamedKeys unnamed = new UnnamedKeys();

	private final NamesWithKeys names = new NamesWithKeys();

	DistributedLockParser(ConfigurableBeanFactory beanFactory) {
		this.placeholders = beanFactory::resolveEmbeddedValue;
		this.expressions = new LockExpressionParser(beanFactory);
		this.operations = beanFactory.getBeanProvider(LockOperationsResolver.class);
		this.fenced = beanFactory.getBeanProvider(FencedCalls.class);
		this.transactions = beanFactory.getBeanProvider(TransactionLockedCalls.class);
	}

	DistributedLockOperation parse(List<LockDeclaration> declarations, Method method, Class<?> targetClass) {
		declarations.forEach((declaration) -> ComposedAnnotation.check(declaration.written(), method));
		SharedAttributes shared = new SharedAttributes(declarations.stream().map(LockDeclaration::lock).toList(),
				method);
		boolean role = declarations.stream().anyMatch(LockDeclaration::isRole);
		if (role) {
			checkRole(shared);
		}
		LockRequest request = request(shared).method(LockedMethod.of(method, targetClass));
		List<LockKeys> targets = declarations.stream()
			.map((declaration) -> target(declaration, request, shared))
			.toList();
		ReturnStyle style = ReturnStyle.of(method, targetClass);
		LazyResults.refuse(method, targetClass, style == ReturnStyle.BLOCKING);
		TransactionLockedCalls transaction = shared.transaction(style, this.transactions);
		return new DistributedLockOperation(method, targets, busy(shared, targetClass), style, role, provider(shared),
				fenced(shared, style), transaction);
	}

	private LockKeys target(LockDeclaration declaration, LockRequest request, SharedAttributes shared) {
		DistributedLock lock = declaration.lock();
		MethodParameters parameters = MethodParameters.of(declaration.annotated(), shared.method());
		AnnotationAttribute written = shared.plain("key", lock.key());
		LockExpression key = key(written, parameters);
		String name = name(lock, declaration.annotated(), shared.method(), parameters);
		if (key != null && lock.name().isEmpty()) {
			this.unnamed.check(key.leadingTexts(), lock, name, written);
		}
		return new LockKeys(name, request, key, condition(shared.plain("condition", lock.condition()), parameters));
	}

	private @Nullable LockExpression key(AnnotationAttribute written, MethodParameters parameters) {
		LockExpression key = this.expressions.parseKey(written, parameters);
		KeyTemplate template = (key != null && key.isLiteral()) ? KeyTemplate.find(written.literal(), parameters)
				: null;
		String attributes = (template != null) ? template.attributes(parameters) : null;
		if (attributes != null) {
			throw written.invalid("is a text, and would be one lock for all calls", "Write %s.".formatted(attributes));
		}
		return key;
	}

	private @Nullable LockExpression condition(AnnotationAttribute attribute, MethodParameters parameters) {
		LockExpression expression = this.expressions.parse(attribute, parameters);
		if (expression != null && expression.isLiteral() && !attribute.literal().strip().matches("(?i)true|false")) {
			throw attribute.invalid("is neither true nor false",
					"Write an expression that gives a boolean, such as #count > 0.");
		}
		return expression;
	}

	private @Nullable FencedCalls fenced(SharedAttributes shared, ReturnStyle style) {
		if (!shared.value("fenced", false, DistributedLock::fenced)) {
			return null;
		}
		AnnotationAttribute fenced = shared.plain("fenced", "true");
		if (style == ReturnStyle.STAGE || style == ReturnStyle.REACTIVE) {
			throw fenced.invalid(
					"the method %s, whose transactions may run on any thread and cannot be found there"
						.formatted(shared.returned()),
					"Leave the attribute out and call FencingGuard.check(lock) as the first statement of each transaction, or let a blocking method do the work.");
		}
		FencedCalls calls = this.fenced.getIfAvailable();
		if (calls == null) {
			throw fenced.invalid("nothing checks fencing tokens",
					"Add spring-boot-starter-jdbc and a DataSource, and do not set distlock.fencing.enabled=false; or leave the attribute out, and compare LockContext.current().get().fencingToken() where you write.");
		}
		calls.expect();
		return calls;
	}

	private String name(DistributedLock lock, Method annotated, Method method, MethodParameters parameters) {
		if (lock.name().isEmpty()) {
			return AnnotatedMethods.defaultName(annotated, method);
		}
		AnnotationAttribute name = attribute(method, "name", lock.name());
		if (name.value().isBlank()) {
			throw name.invalid("must not be blank", "Name what is locked, or leave the attribute out.");
		}
		KeyTemplate template = KeyTemplate.find(name.value(), parameters);
		if (template != null) {
			throw name.invalid("has an expression in it, and would be one lock for all calls",
					remedy(template, parameters));
		}
		this.names.check(name, lock);
		return name.value();
	}

	private static String remedy(KeyTemplate template, MethodParameters parameters) {
		String attributes = template.attributes(parameters);
		return (attributes != null) ? "Put the expression in 'key': %s.".formatted(attributes)
				: "Put the expression in 'key', where the names are %s. If it is not an expression, replace the '%s'."
					.formatted(parameters.describe(), template.hole().charAt(0));
	}

	/**
	 * Return the common options of the locks, without keys; unset options have the
	 * defaults of {@code distlock.*}.
	 */
	private LockRequest request(SharedAttributes shared) {
		Duration waitTime = duration(shared, "waitTime", DistributedLock::waitTime, Duration.ZERO);
		Duration leaseTime = duration(shared, "leaseTime", DistributedLock::leaseTime, LockRequest.MIN_LEASE_TIME);
		Duration maxHoldTime = duration(shared, "maxHoldTime", DistributedLock::maxHoldTime, Duration.ofNanos(1));
		LockMode mode = mode(shared);
		int permits = permits(shared);
		LockRequest request = LockRequest.of(shared.method().getName())
			.autoRenew(shared.value("autoRenew", true, DistributedLock::autoRenew))
			.onLost(shared.value("onLost", OnLost.FAIL, DistributedLock::onLost));
		request = (waitTime != null) ? request.waitTime(waitTime) : request;
		request = (leaseTime != null) ? request.leaseTime(leaseTime) : request;
		request = (maxHoldTime != null) ? request.maxHoldTime(maxHoldTime) : request;
		return switch (mode) {
			case EXCLUSIVE -> request;
			case SHARED -> request.shared();
			case PERMIT -> request.permits(permits);
		};
	}

	private static LockMode mode(SharedAttributes shared) {
		List<LockMode> modes = shared.locks().stream().map(DistributedLock::mode).distinct().toList();
		LockMode mode = modes.get(0);
		if (modes.size() > 1) {
			throw shared.plain("mode", modes.get(1).name())
				.invalid("another lock of this method says '%s', and all of them are taken together".formatted(mode),
						"Put one of them on a method of another bean that this one calls.");
		}
		if (mode != LockMode.EXCLUSIVE && shared.value("fenced", false, DistributedLock::fenced)) {
			throw shared.plain("fenced", "true")
				.invalid("several calls hold the lock at a time, and no token distinguishes them",
						"Leave the attribute out, or hold the lock exclusively.");
		}
		return mode;
	}

	private int permits(SharedAttributes shared) {
		AnnotationAttribute text = attribute(shared.method(), "permitsString",
				shared.text("permitsString", DistributedLock::permitsString));
		int number = shared.value("permits", 0, DistributedLock::permits);
		boolean wanted = shared.locks().get(0).mode() == LockMode.PERMIT;
		if (!text.literal().isEmpty() && number != 0) {
			throw text.invalid("permits = %d is set, too".formatted(number), "Write one of the two.");
		}
		AnnotationAttribute written = text.literal().isEmpty() ? shared.plain("permits", Integer.toString(number))
				: text;
		int permits = text.literal().isEmpty() ? number : number(text);
		if (wanted && permits < 1) {
			throw written.invalid("must be at least 1", "Specify how many calls may run at a time.");
		}
		if (!wanted && permits != 0) {
			throw written.invalid("the lock has no permits",
					"Use @ClusterConcurrencyLimit, or leave the attribute out.");
		}
		return permits;
	}

	private static int number(AnnotationAttribute text) {
		try {
			return Integer.parseInt(text.value().strip());
		}
		catch (NumberFormatException ex) {
			throw text.invalid(text.notA("number"), "Write a whole number, such as 5.");
		}
	}

	private @Nullable Duration duration(SharedAttributes shared, String name,
			Function<DistributedLock, String> attribute, Duration shortest) {
		return attribute(shared.method(), name, shared.text(name, attribute)).duration(shortest);
	}

	private BusyPolicy busy(SharedAttributes shared, Class<?> targetClass) {
		OnBusy onBusy = shared.value("onBusy", OnBusy.FAIL, DistributedLock::onBusy);
		AnnotationAttribute fallback = shared.plain("fallbackMethod",
				shared.text("fallbackMethod", DistributedLock::fallbackMethod));
		if (!fallback.literal().isEmpty()) {
			if (onBusy == OnBusy.SKIP) {
				throw fallback.invalid("onBusy = SKIP is set, too", "Choose one of the two.");
			}
			return FallbackMethod.of(shared.method(), targetClass, fallback);
		}
		return (onBusy == OnBusy.SKIP) ? SkippedResult.of(shared.method(), shared.plain("onBusy", onBusy.name()))
				: BusyPolicy.FAIL;
	}

	private String provider(SharedAttributes shared) {
		String provider = shared.text("provider", DistributedLock::provider);
		if (!provider.isEmpty()) {
			shared.plain("provider", provider).requireProvider(this.operations.getObject().providerNames());
		}
		return provider;
	}

	private static void checkRole(SharedAttributes shared) {
		if (shared.locks().size() > 1) {
			throw shared.plain("value", shared.locks().get(0).name())
				.invalid("a role can be combined neither with a lock nor with another role",
						"Put @LeaderOnly on a method of another bean that calls this one.");
		}
	}

	private AnnotationAttribute attribute(Method method, String name, String literal) {
		return AnnotationAttribute.of(DistributedLock.class, method, name, literal, this.placeholders);
	}

}
