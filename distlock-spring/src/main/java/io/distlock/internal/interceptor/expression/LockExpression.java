// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.util.List;
import java.util.Map;

import io.distlock.annotation.IllegalLockConditionException;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.Expression;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * Parsed expression of an annotation, bound to the parameters of its method.
 *
 * @since 0.1.0
 */
public final class LockExpression {

	/**
	 * Position of an expression that is not a plain argument.
	 */
	static final int NONE = -1;

	private final Expression expression;

	private final Map<String, Integer> variables;

	private final StandardEvaluationContext shared;

	LockExpression(Expression expression, Map<String, Integer> variables, StandardEvaluationContext shared) {
		this.expression = expression;
		this.variables = variables;
		this.shared = shared;
	}

	/**
	 * Return the position of the argument that the expression consists of, such as {@code
	 * #id}.
	 * @return the position, or {@link #NONE} for other expressions
	 */
	int argument() {
		String text = this.expression.getExpressionString().strip();
		return text.startsWith("#") ? this.variables.getOrDefault(text.substring(1), NONE) : NONE;
	}

	@Nullable Object evaluate(LockExpressionRoot call) {
		return this.expression.getValue(new CallContext(call));
	}

	boolean isTrue(LockExpressionRoot call, String name) {
		Object value;
		try {
			value = evaluate(call);
		}
		catch (RuntimeException ex) {
			throw undecided(call, name, "could not be evaluated: " + LockKey.shown(String.valueOf(ex.getMessage())),
					ex);
		}
		if (value instanceof Boolean decided) {
			return decided;
		}
		throw undecided(call, name, "must be true or false", null);
	}

	private IllegalLockConditionException undecided(LockExpressionRoot call, String name, String reason,
			@Nullable RuntimeException cause) {
		return new IllegalLockConditionException(toString(), name,
				"The condition '%s' of @DistributedLock on %s %s. The method was not called; correct the condition"
					.formatted(this, InvalidLockAnnotationException.describe(call.method()), reason),
				cause);
	}

	public boolean isLiteral() {
		return this.expression instanceof SpelExpression parsed && parsed.getAST() instanceof Literal;
	}

	/**
	 * Return the constant texts at the start of the keys.
	 * @return the texts, possibly empty
	 */
	public List<LeadingText> leadingTexts() {
		return (this.expression instanceof SpelExpression parsed) ? LeadingText.of(parsed.getAST()) : List.of();
	}

	@Override
	public String toString() {
		return this.expression.getExpressionString();
	}

	/**
	 * Context of one evaluation, with the call and its parameters, and shared settings
	 * otherwise. Assignments are not supported.
	 */
	private final class CallContext extends StandardEvaluationContext {

		private final LockExpressionRoot call;

		CallContext(LockExpressionRoot call) {
			super(call);
			this.call = call;
			LockExpression.this.shared.applyDelegatesTo(this);
		}

		@Override
		public @Nullable Object lookupVariable(String name) {
			Integer index = LockExpression.this.variables.get(name);
			return (index != null) ? this.call.args()[index] : null;
		}

		@Override
		public boolean isAssignmentEnabled() {
			return false;
		}

	}

}
