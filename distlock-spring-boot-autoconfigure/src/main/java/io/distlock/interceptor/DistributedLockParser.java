package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Set;

import io.distlock.LockRequest;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.OnBusy;
import io.distlock.annotation.validation.AnnotatedMethods;
import io.distlock.annotation.validation.AnnotationAttribute;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.StringValueResolver;

/**
 * Reads the annotation of a method, and refuses what cannot work.
 */
final class DistributedLockParser {

	private final StringValueResolver placeholders;

	private final LockExpressionParser expressions;

	private final ObjectProvider<LockOperationsResolver> operations;

	private final ObjectProvider<FencedCalls> fenced;

	private final KeyText keyText = new KeyText();

	DistributedLockParser(ConfigurableBeanFactory beanFactory) {
		this.placeholders = beanFactory::resolveEmbeddedValue;
		this.expressions = new LockExpressionParser(beanFactory);
		this.operations = beanFactory.getBeanProvider(LockOperationsResolver.class);
		this.fenced = beanFactory.getBeanProvider(FencedCalls.class);
	}

	/**
	 * Read the annotation of the implementation, or else of the method that is called: a
	 * class may inherit the implementation from a parent that does not know the
	 * interface.
	 * @param called the method that is called, possibly of an interface
	 * @param method the implementation of it
	 * @param targetClass the class of the bean
	 * @return the operation, or {@code null} if the method is not annotated
	 */
	@Nullable DistributedLockOperation parse(Method called, Method method, Class<?> targetClass) {
		MergedAnnotation<DistributedLock> annotation = find(method);
		if (!annotation.isPresent()) {
			annotation = find(called);
		}
		if (!annotation.isPresent()) {
			return null;
		}
		Method annotated = (annotation.getSource() instanceof Method source) ? source : method;
		return parse(annotation.synthesize(), annotated, method, targetClass);
	}

	static MergedAnnotation<DistributedLock> find(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(DistributedLock.class);
	}

	private DistributedLockOperation parse(DistributedLock lock, Method annotated, Method method,
			Class<?> targetClass) {
		MethodParameters parameters = MethodParameters.of(annotated, method);
		LockExpression key = this.expressions.parse(plain(method, "key", lock.key()), parameters);
		LockExpression condition = this.expressions.parse(plain(method, "condition", lock.condition()), parameters);
		LockKeys keys = new LockKeys(name(lock, annotated, method), key, this.keyText);
		ReturnStyle style = ReturnStyle.of(method, targetClass);
		return new DistributedLockOperation(method, keys, condition, settings(lock, method),
				busy(lock, method, targetClass), style, provider(lock, method), fenced(lock, method, style));
	}

	private @Nullable FencedCalls fenced(DistributedLock lock, Method method, ReturnStyle style) {
		if (!lock.fenced()) {
			return null;
		}
		AnnotationAttribute fenced = plain(method, "fenced", "true");
		if (style == ReturnStyle.STAGE || style == ReturnStyle.REACTIVE) {
			throw fenced.invalid(
					"the method returns a %s, whose transactions may run on any thread and cannot be found there"
						.formatted(method.getReturnType().getSimpleName()),
					"Leave the attribute out and call FencingGuard.check(lock) as the first statement of each transaction, or let a blocking method do the work.");
		}
		FencedCalls calls = this.fenced.getIfAvailable();
		if (calls == null) {
			throw fenced.invalid("there is nothing that checks fencing tokens",
					"Add spring-boot-starter-jdbc and a DataSource, and do not set distlock.fencing.enabled=false; or leave the attribute out, and compare LockContext.current().get().fencingToken() where you write.");
		}
		calls.expect();
		return calls;
	}

	private String name(DistributedLock lock, Method annotated, Method method) {
		if (lock.name().isEmpty()) {
			return AnnotatedMethods.defaultName(annotated, method);
		}
		AnnotationAttribute name = attribute(method, "name", lock.name());
		if (name.value().isBlank()) {
			throw name.invalid("must not be blank", "Name what is locked, or leave the attribute out.");
		}
		if (name.value().contains("#{")) {
			throw name.invalid("has an expression in it", "Use the attribute 'key' for expressions.");
		}
		return name.value();
	}

	private LockSettings settings(DistributedLock lock, Method method) {
		return new LockSettings(attribute(method, "waitTime", lock.waitTime()).duration(Duration.ZERO),
				attribute(method, "leaseTime", lock.leaseTime()).duration(LockRequest.MIN_LEASE_TIME), lock.autoRenew(),
				attribute(method, "maxHoldTime", lock.maxHoldTime()).duration(Duration.ofNanos(1)), lock.onLost());
	}

	private BusyPolicy busy(DistributedLock lock, Method method, Class<?> targetClass) {
		boolean skip = lock.onBusy() == OnBusy.SKIP;
		AnnotationAttribute fallback = plain(method, "fallbackMethod", lock.fallbackMethod());
		if (!fallback.literal().isEmpty()) {
			if (skip) {
				throw fallback.invalid("there is onBusy = SKIP as well", "Choose one of the two.");
			}
			return FallbackMethod.of(method, targetClass, fallback);
		}
		return skip ? SkippedResult.of(method, plain(method, "onBusy", lock.onBusy().name())) : BusyPolicy.FAIL;
	}

	private String provider(DistributedLock lock, Method method) {
		String provider = lock.provider();
		if (!provider.isEmpty()) {
			Set<String> known = this.operations.getObject().providerNames();
			if (!known.contains(provider)) {
				throw plain(method, "provider", provider).invalid("there is no LockProvider bean of this name",
						"Use one of %s, or leave the attribute out.".formatted(known.stream().sorted().toList()));
			}
		}
		return provider;
	}

	private AnnotationAttribute attribute(Method method, String name, String literal) {
		return AnnotationAttribute.of(DistributedLock.class, method, name, literal, this.placeholders);
	}

	private static AnnotationAttribute plain(Method method, String name, String literal) {
		return AnnotationAttribute.plain(DistributedLock.class, method, name, literal);
	}

}
