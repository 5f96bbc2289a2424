// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.Expression;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * A parsed expression of the annotation, bound to the parameters of its method.
 *
 * @since 0.1.0
 */
public final class LockExpression {

	private static final int NOT_PLAIN = -1;

	private final Expression expression;

	private final Map<String, Integer> variables;

	private final StandardEvaluationContext shared;

	private final int plainArgument;

	LockExpression(Expression expression, Map<String, Integer> variables, StandardEvaluationContext shared) {
		this.expression = expression;
		this.variables = variables;
		this.shared = shared;
		String text = expression.getExpressionString().strip();
		this.plainArgument = text.startsWith("#") ? variables.getOrDefault(text.substring(1), NOT_PLAIN) : NOT_PLAIN;
	}

	@Nullable Object evaluate(LockExpressionRoot call) {
		if (this.plainArgument != NOT_PLAIN) {
			return call.getArgs()[this.plainArgument];
		}
		return this.expression.getValue(new CallContext(call));
	}

	/**
	 * Return whether the value is the same for every call.
	 * @return whether the value is the same for every call
	 */
	public boolean isLiteral() {
		return this.expression instanceof SpelExpression parsed && parsed.getAST() instanceof Literal;
	}

	@Override
	public String toString() {
		return this.expression.getExpressionString();
	}

	/**
	 * One evaluation: the call and its parameters, and everything else as for all others.
	 * Expressions cannot assign anything.
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
			return (index != null) ? this.call.getArgs()[index] : null;
		}

		@Override
		public void setVariable(@Nullable String name, @Nullable Object value) {
			throw new UnsupportedOperationException("Variable #%s cannot be set in a lock expression".formatted(name));
		}

		@Override
		public boolean isAssignmentEnabled() {
			return false;
		}

	}

}
